package dev.fairlead.console.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads paths as they were sent, without the leniency that lets one path pass for another. */
final class PathText {
    private static final int LONGEST = 4_096;

    private PathText() {}

    /** Returns the decoded segments of a path, without the empty one before the first slash. */
    static List<String> segments(String raw) {
        if (raw.length() > LONGEST || !raw.startsWith("/")) {
            throw bad();
        }
        if (raw.equals("/")) {
            return List.of();
        }
        var segments = new ArrayList<String>();
        for (var part : raw.substring(1).split("/", -1)) {
            var segment = decoded(part);
            boolean odd = segment.isEmpty()
                    || segment.equals(".")
                    || segment.equals("..")
                    || segment.chars().anyMatch(c -> c == '/' || c == '\\' || c < ' ' || c == 0x7F);
            if (odd) {
                throw bad();
            }
            segments.add(segment);
        }
        return segments;
    }

    static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                if (i + 2 >= text.length()) {
                    throw bad();
                }
                int high = Character.digit(text.charAt(i + 1), 16);
                int low = Character.digit(text.charAt(i + 2), 16);
                if (high < 0 || low < 0) {
                    throw bad();
                }
                bytes.write(high * 16 + low);
                i += 2;
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException broken) {
            throw bad();
        }
    }

    private static Refusal bad() {
        return new Refusal(400, "bad-path", "Request refused: the address cannot be read.");
    }
}
