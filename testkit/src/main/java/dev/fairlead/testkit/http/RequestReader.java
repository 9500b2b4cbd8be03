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
    private final BufferedInputStream in;
    private final int connection;

    RequestReader(InputStream in, int connection) {
        this.in = new BufferedInputStream(in, 1 << 14);
        this.connection = connection;
    }

    /** Waits until there is something to read; false at the end of the stream. */
    boolean awaitMore() throws IOException {
        in.mark(1);
        boolean more = in.read() >= 0;
        in.reset();
        return more;
    }

    /** Reads a request up to its body; null at the end of the stream. */
    @Nullable
    RecordedRequest head() throws IOException {
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
            int length = Integer.parseInt(head.header("Content-Length").orElse("0"));
            body = exactly(length);
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
            var size = required();
            int extension = size.indexOf(';');
            int length = Integer.parseInt((extension < 0 ? size : size.substring(0, extension)).strip(), 16);
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
            bytes.write(b);
        }
        return bytes.size() == 0 ? null : bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
