package dev.fairlead.testkit.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the requests of one connection. */
final class RequestReader {
    private static final int HEAD_TOO_LONG = 431;
    private static final int BODY_TOO_LONG = 413;

    private final BufferedInputStream in;
    private final int connection;
    private final int mostOfHead;
    private final int mostOfBody;
    private int left;

    RequestReader(InputStream in, int connection, Doorkeeper doorkeeper) {
        this.in = new BufferedInputStream(in, 1 << 14);
        this.connection = connection;
        this.mostOfHead = doorkeeper.mostOfHead();
        this.mostOfBody = doorkeeper.mostOfBody();
    }

    /** Waits until there is something to read; false at the end of the stream. */
    boolean awaitMore() throws IOException {
        in.mark(1);
        boolean more = in.read() >= 0;
        in.reset();
        return more;
    }

    /** Reads what nobody looks at, to the end of the stream or somewhat more than so many bytes. */
    void discard(int most) throws IOException {
        var waste = new byte[1 << 13];
        int rest = most;
        for (int n = in.read(waste); n >= 0 && rest > 0; n = in.read(waste)) {
            rest -= n;
        }
    }

    /** Reads a request up to its body; null at the end of the stream. */
    @Nullable
    RecordedRequest head() throws IOException {
        left = mostOfHead;
        var start = line();
        if (start == null) {
            return null;
        }
        var words = start.split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new IOException("not a request line: " + start);
        }
        var headers = new ArrayList<RecordedRequest.Header>();
        for (var line = required(); !line.isEmpty(); line = required()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("not a header: " + line);
            }
            headers.add(new RecordedRequest.Header(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return new RecordedRequest(connection, words[0], words[1], List.copyOf(headers), "");
    }

    /** Reads the body that follows a head and returns the whole request. */
    RecordedRequest body(RecordedRequest head) throws IOException {
        byte[] body;
        if (head.header("Transfer-Encoding").filter("chunked"::equalsIgnoreCase).isPresent()) {
            body = chunks();
        } else {
            body = exactly(length(head.header("Content-Length").orElse("0"), 10, mostOfBody));
        }
        return new RecordedRequest(
                head.connection(),
                head.method(),
                head.target(),
                head.headers(),
                new String(body, StandardCharsets.UTF_8));
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            left = mostOfHead;
            var size = required();
            int extension = size.indexOf(';');
            var digits = (extension < 0 ? size : size.substring(0, extension)).strip();
            int length = length(digits, 16, mostOfBody - body.size());
            if (length == 0) {
                var trailer = required();
                while (!trailer.isEmpty()) {
                    trailer = required();
                }
                return body.toByteArray();
            }
            body.write(exactly(length));
            if (!required().isEmpty()) {
                throw new IOException("a chunk is longer than it says");
            }
        }
    }

    private static int length(String digits, int radix, int most) throws IOException {
        try {
            long length = Long.parseLong(digits, radix);
            if (length > most) {
                throw new TurnedAway(BODY_TOO_LONG);
            }
            if (length >= 0) {
                return (int) length;
            }
        } catch (NumberFormatException unreadable) {
            throw new IOException("not a length: " + digits, unreadable);
        }
        throw new IOException("not a length: " + digits);
    }

    private byte[] exactly(int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the body ended early");
        }
        return bytes;
    }

    private String required() throws IOException {
        var line = line();
        if (line == null) {
            throw new EOFException("the head ended early");
        }
        return line;
    }

    private @Nullable String line() throws IOException {
        var bytes = new ByteArrayOutputStream(80);
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                var line = bytes.toString(StandardCharsets.ISO_8859_1);
                return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            }
            if (left-- <= 0) {
                throw new TurnedAway(HEAD_TOO_LONG);
            }
            bytes.write(b);
        }
        return bytes.size() == 0 ? null : bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
