package dev.fairlead.testkit.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection on which requests are bytes and answers are what comes back. */
final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    RawHttp patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
        return this;
    }

    RawHttp send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    RawHttp post(String body) throws IOException {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return send("POST /x HTTP/1.1\r\nHost: here\r\nContent-Length: " + length + "\r\n\r\n" + body);
    }

    /** Reads up to the end of a head. */
    String head() throws IOException {
        var text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("ended: " + text);
            }
            text.append((char) b);
        }
        return text.toString();
    }

    String bytes(int n) throws IOException {
        return new String(in.readNBytes(n), StandardCharsets.UTF_8);
    }

    /** Reads a head and a body of the length that it gives. */
    String answer() throws IOException {
        var head = head();
        var length = head.replaceFirst("(?is).*content-length: (\\d+).*", "$1");
        return head + bytes(Integer.parseInt(length));
    }

    /** Reads until the server ends the connection. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
