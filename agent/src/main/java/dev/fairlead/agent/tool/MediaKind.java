package dev.fairlead.agent.tool;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells what media are. Where that can be seen in their first bytes, those decide, and not what a server calls them: a
 * provider looks there too, and turns away a whole conversation in which a picture is not what it is said to be.
 */
final class MediaKind {
    /** What is said of what nobody knows. */
    static final String ANYTHING = "application/octet-stream";

    /** How many of the first bytes are looked at. */
    static final int HEAD = 1024;

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};
    private static final String PDF = "application/pdf";
    private static final Set<String> SEEN = Set.of("image/png", "image/jpeg", "image/gif", "image/webp", PDF);
    private static final Map<String, String> PROPER = Map.of("image/jpg", "image/jpeg", "image/pjpeg", "image/jpeg");

    private MediaKind() {}

    /** Returns how everybody else writes a type: in small letters, without parameters, by its proper name. */
    static String proper(String type) {
        var plain = type.toLowerCase(Locale.ROOT).replaceFirst(";.*", "").strip();
        return PROPER.getOrDefault(plain, plain);
    }

    /** Returns what these bytes are the beginning of; nothing if they cannot be what they are called. */
    static Optional<String> of(String called, byte[] head) {
        if (!called.startsWith("image/") && !called.equals(PDF) && !called.equals(ANYTHING)) {
            return Optional.of(called);
        }
        return seen(head).or(() -> SEEN.contains(called) ? Optional.empty() : Optional.of(called));
    }

    private static Optional<String> seen(byte[] head) {
        if (begins(head, PNG)) {
            return Optional.of("image/png");
        }
        if (begins(head, JPEG)) {
            return Optional.of("image/jpeg");
        }
        var text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) {
            return Optional.of("image/gif");
        }
        if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) {
            return Optional.of("image/webp");
        }
        // Some programs write a line of their own before it, which readers of documents pass over.
        return text.contains("%PDF-") ? Optional.of(PDF) : Optional.empty();
    }

    private static boolean begins(byte[] head, byte[] with) {
        return head.length >= with.length && Arrays.equals(head, 0, with.length, with, 0, with.length);
    }
}
