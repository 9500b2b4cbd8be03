package dev.fairlead.protocol.rpc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Finds the id of a message without reading it: in text that is too large, too deep or broken.
 *
 * <p>It is fed the bytes in pieces, needs constant memory, and trusts nothing: it only follows quotes and brackets far
 * enough to recognise the members of the outermost object.
 */
public final class IdScanner {
    private static final int LONGEST_TOKEN = 256;

    private int depth;
    private boolean object;
    private boolean inString;
    private boolean escaped;
    private boolean keyNext;
    private boolean idValueNext;
    private boolean textValue;
    private boolean asks;
    private boolean answers;
    private final ByteArrayOutputStream token = new ByteArrayOutputStream();
    private @Nullable RequestId id;

    /** Starts at the beginning of a message. */
    public IdScanner() {}

    /** Looks at the next bytes of the message. */
    public void feed(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length && !done(); i++) {
            if (inString) {
                insideString(bytes[i]);
            } else {
                outsideString(bytes[i]);
            }
        }
    }

    /** Returns the id, if it has come by. */
    public @Nullable RequestId id() {
        return id;
    }

    /** Tells whether the message was seen to be a request or notification, so that its id is not one of ours. */
    public boolean asks() {
        return asks && !answers;
    }

    /** Tells whether the message was seen to be an answer. */
    public boolean answers() {
        return answers && !asks;
    }

    /** Tells whether looking further can find nothing more. */
    public boolean done() {
        return id != null && (asks || answers);
    }

    /** Returns how many bytes of the message are kept at the moment. */
    int kept() {
        return token.size();
    }

    private void insideString(byte b) {
        if (escaped) {
            escaped = false;
            keep(b);
        } else if (b == '"') {
            inString = false;
            textValue = idValueNext && depth == 1;
        } else {
            escaped = b == '\\';
            keep(b);
        }
    }

    private void outsideString(byte b) {
        switch (b) {
            case '"' -> {
                inString = true;
                token.reset();
            }
            case '{', '[' -> {
                depth++;
                object = depth == 1 ? b == '{' : object;
                idValueNext = false;
                keyNext = depth == 1 && object;
            }
            case '}', ']' -> {
                finishValue();
                depth--;
            }
            case ',' -> {
                finishValue();
                keyNext = depth == 1 && object;
            }
            case ':' -> {
                if (depth == 1 && keyNext) {
                    key(text());
                }
                keyNext = false;
                token.reset();
            }
            default -> {
                if (idValueNext && b > ' ') {
                    keep(b);
                }
            }
        }
    }

    private void key(@Nullable String key) {
        switch (key) {
            case "id" -> idValueNext = id == null;
            case "method" -> asks = true;
            case "result", "error" -> answers = true;
            case null, default -> idValueNext = false;
        }
    }

    private void finishValue() {
        if (idValueNext && depth == 1 && token.size() <= LONGEST_TOKEN) {
            if (textValue) {
                var text = text();
                id = text == null ? null : RequestId.of(text);
            } else {
                id = Envelope.integral(token.toString(StandardCharsets.UTF_8));
            }
        }
        idValueNext = false;
        textValue = false;
    }

    /** Returns what the string token says; null if it is too long to matter or not readable. */
    private @Nullable String text() {
        if (token.size() > LONGEST_TOKEN) {
            return null;
        }
        try {
            return Json.parse('"' + token.toString(StandardCharsets.UTF_8) + '"')
                    .stringValue();
        } catch (JacksonException unreadable) {
            return null;
        }
    }

    private void keep(byte b) {
        // One more than is ever used tells a token that was cut from one that just fits.
        if (depth == 1 && token.size() <= LONGEST_TOKEN) {
            token.write(b);
        }
    }
}
