package dev.fairlead.browser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A request as bytes on a socket: with any header, also those that no browser and no HTTP client would send. */
final class Ask {
    private static final int PATIENCE_MS = 30_000;

    private final String line;
    private final List<String> headers = new ArrayList<>();
    private String body = "";

    private Ask(String line) {
        this.line = line;
    }

    static Ask of(String method, String path) {
        return new Ask("%s %s HTTP/1.1".formatted(method, path));
    }

    Ask header(String name, String value) {
        headers.add(name + ": " + value);
        return this;
    }

    Ask body(String type, String text) {
        body = text;
        return header("Content-Type", type)
                .header("Content-Length", Integer.toString(text.getBytes(StandardCharsets.UTF_8).length));
    }

    /** Sends it to a port of this machine and returns the head of the answer, with what came along. */
    Answer to(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MS);
            var text = line + "\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n" + body;
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            var in = socket.getInputStream();
            var answer = new ByteArrayOutputStream();
            var part = new byte[8192];
            // Whoever refuses a request early may still wait for the rest of it, so that the end is not waited for.
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                answer.write(part, 0, n);
                if (answer.toString(StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
                    break;
                }
            }
            return new Answer(answer.toString(StandardCharsets.UTF_8));
        }
    }

    /** What came back. */
    record Answer(String text) {
        int status() {
            var parts = text.split(" ", 3);
            return parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
        }

        boolean hasHeader(String name) {
            return head().toLowerCase(Locale.ROOT).contains("\n" + name.toLowerCase(Locale.ROOT) + ":");
        }

        String head() {
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? text : text.substring(0, end);
        }
    }
}
