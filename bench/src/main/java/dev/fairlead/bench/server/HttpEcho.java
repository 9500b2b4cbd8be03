package dev.fairlead.bench.server;

import static dev.fairlead.bench.server.Answers.ascii;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * One connection of the HTTP echo server.
 *
 * <p>A path that contains {@code legacy} is a server of 2025-06-18 with sessions, any other one of 2026-07-28; one that
 * contains {@code sse} answers requests by a stream of events, any other by JSON; one that contains {@code news} has a
 * stream to listen to, any other refuses to be listened to.
 */
final class HttpEcho {
    private static final String PREFIX = "{\"jsonrpc\":\"2.0\",\"id\":";
    private static final String MODERN = ",\"result\":{\"resultType\":\"complete\",";
    private static final String LEGACY = ",\"result\":{";
    private static final byte[] DISCOVERED =
            ascii("\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"ttlMs\":3600000,"
                    + "\"cacheScope\":\"private\",\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}}");
    private static final byte[] HELLO = ascii("\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}}");
    private static final String UNKNOWN = ",\"error\":{\"code\":-32601,\"message\":\"unknown\"}}";
    private static final String SESSION = "Mcp-Session-Id: 9f3c1d1e-6c0a-4b53-8d0e-2f6b7a1c4e5d\r\n";

    private static final String NEWS = String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "Content-Type: text/event-stream",
            "Transfer-Encoding: chunked",
            "",
            "5",
            ": hi\n",
            "");

    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[16 << 10];
    private final DirectOutput together;
    private final HttpAnswers served;
    private int filled;

    HttpEcho(InputStream in, OutputStream out, HttpAnswers served) {
        this.in = in;
        this.out = out;
        this.together = new DirectOutput(out);
        this.served = served;
    }

    /** Answers one request after another until the client leaves. */
    void serve() throws IOException {
        while (true) {
            int body = indexOf("\r\n\r\n", 0, filled);
            int end = body < 0 ? -1 : body + contentLength(body);
            if (end >= 0 && end <= filled) {
                served.countRequest();
                if (!answer(body, end)) {
                    return;
                }
                System.arraycopy(buffer, end, buffer, 0, filled - end);
                filled -= end;
            } else {
                int count = in.read(buffer, filled, buffer.length - filled);
                if (count < 0) {
                    return;
                }
                filled += count;
            }
        }
    }

    private int contentLength(int body) {
        int length = 0;
        int at = indexOf("\r\ncontent-length:", 0, body);
        for (int i = Math.max(at, 0); at >= 0 && buffer[i] != '\r'; i++) {
            length = buffer[i] == ' ' ? length : length * 10 + buffer[i] - '0';
        }
        return length;
    }

    /** Answers one request. Returns whether another can follow. */
    private boolean answer(int body, int end) throws IOException {
        int line = indexOf("\r\n", 0, body);
        if (buffer[0] == 'G') {
            return listen(line);
        }
        if (buffer[0] == 'D') {
            write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            return true;
        }
        int id = indexOf("\"id\":", body, end);
        if (id < 0) {
            write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
        } else {
            reply(line, body, end, PREFIX + id(id));
        }
        return true;
    }

    private boolean listen(int line) throws IOException {
        if (indexOf("news", 0, line) < 0) {
            write("HTTP/1.1 405 Method Not Allowed\r\nAllow: POST, DELETE\r\nContent-Length: 0\r\n\r\n");
            return true;
        }
        write(NEWS);
        while (in.read(buffer) >= 0) {
            // Nobody speaks here but the server, and it has nothing to say.
        }
        return false;
    }

    private void reply(int line, int body, int end, String prefix) throws IOException {
        boolean legacy = indexOf("legacy", 0, line) >= 0;
        boolean events = indexOf("sse", 0, line) >= 0;
        var result = prefix + (legacy ? LEGACY : MODERN);
        if (indexOf("\"tools/call\"", body, end) >= 0) {
            pause(served.delayNanos());
            boolean counting = indexOf("\"name\":\"" + EchoServer.COUNT_TOOL + "\"", body, end) >= 0;
            send("", result, counting ? served.counted() : served.called(), events);
        } else if (indexOf("\"tools/list\"", body, end) >= 0) {
            send("", result, served.listed(legacy), events);
        } else if (legacy && indexOf("\"initialize\"", body, end) >= 0) {
            send(SESSION, result, HELLO, events);
        } else if (!legacy && indexOf("\"server/discover\"", body, end) >= 0) {
            send("", result, DISCOVERED, events);
        } else {
            var error = prefix + UNKNOWN;
            write("HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: " + error.length()
                    + "\r\n\r\n" + error);
        }
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void send(String headers, String start, byte[] members, boolean events) throws IOException {
        if (events) {
            var before = "event: message\ndata: " + start;
            int length = before.length() + members.length + 2;
            write(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n" + headers
                            + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(length) + "\r\n" + before,
                    members,
                    "\n\n\r\n0\r\n\r\n");
        } else {
            int length = start.length() + members.length;
            write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + headers + "Content-Length: " + length
                            + "\r\n\r\n" + start,
                    members,
                    "");
        }
    }

    private void write(String before, byte[] middle, String after) throws IOException {
        together.append(ascii(before), 0, before.length());
        together.append(middle, 0, middle.length);
        together.append(ascii(after), 0, after.length());
        together.flush();
    }

    private void write(String text) throws IOException {
        out.write(ascii(text));
    }

    private String id(int start) {
        int end = start;
        while (buffer[end] != ',' && buffer[end] != '}') {
            end++;
        }
        return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
    }

    /** Returns where the first appearance of a word, written without capitals, ends; -1 if there is none. */
    private int indexOf(String word, int start, int end) {
        for (int i = start; i + word.length() <= end; i++) {
            int k = 0;
            while (k < word.length() && isLike(buffer[i + k], word.charAt(k))) {
                k++;
            }
            if (k == word.length()) {
                return i + k;
            }
        }
        return -1;
    }

    private static boolean isLike(byte read, char wanted) {
        return read == wanted || (read >= 'A' && read <= 'Z' && read + ('a' - 'A') == wanted);
    }
}
