package dev.fairlead.bench.contenders;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The floor: ready-made bytes into kept connections, bytes out of them, nothing decoded. The same request has an answer of
 * the same length each time.
 */
final class RawSocket extends BareHttp<RawSocket.Question> {
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] LENGTH = "Content-Length: ".getBytes(US_ASCII);
    private static final byte[] BODY = "\r\n\r\n".getBytes(US_ASCII);

    private final int port;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

    RawSocket(String url) throws IOException {
        super(new Question(HttpCall.call(url), url), new Question(HttpCall.list(url), url));
        port = URI.create(url).getPort();
        ask(new Question(HttpCall.hello(url), url));
    }

    @Override
    void ask(Question question) throws IOException {
        var kept = idle.pollFirst();
        var connection = kept == null ? new Connection(new Socket(InetAddress.getLoopbackAddress(), port)) : kept;
        connection.socket.getOutputStream().write(question.bytes);
        if (question.answerLength == 0) {
            question.answerLength = connection.measure();
        } else {
            for (int left = question.answerLength; left > 0; ) {
                left -= connection.read(0);
            }
        }
        idle.addFirst(connection);
    }

    @Override
    public void close() throws IOException {
        for (var connection : idle) {
            connection.socket.close();
        }
    }

    static final class Question {
        private final byte[] bytes;
        private volatile int answerLength; // zero until known

        Question(HttpCall call, String url) {
            this.bytes = call.bytes(URI.create(url));
        }
    }

    private static final class Connection {
        private final Socket socket;
        private final byte[] buffer = new byte[16 << 10];

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            socket.setTcpNoDelay(true);
        }

        int read(int start) throws IOException {
            int count = socket.getInputStream().read(buffer, start, buffer.length - start);
            if (count < 0) {
                throw new IOException("the server is gone");
            }
            return count;
        }

        /** Reads an answer whose length is not known yet. */
        int measure() throws IOException {
            int filled = read(0);
            while (find(BODY, filled) < 0) {
                filled += read(filled);
            }
            int length = find(LENGTH, filled);
            if (length >= 0) {
                int end = length;
                while (buffer[end] != '\r') {
                    end++;
                }
                int whole = find(BODY, filled) + Integer.parseInt(new String(buffer, length, end - length, US_ASCII));
                while (filled < whole) {
                    filled += read(0);
                }
                return whole;
            }
            int whole = filled;
            while (!Arrays.equals(tail(filled), LAST_CHUNK)) {
                // The end may come in parts: the last bytes stay.
                var kept = tail(filled);
                System.arraycopy(kept, 0, buffer, 0, kept.length);
                int count = read(kept.length);
                filled = kept.length + count;
                whole += count;
            }
            return whole;
        }

        private byte[] tail(int filled) {
            return Arrays.copyOfRange(buffer, Math.max(0, filled - LAST_CHUNK.length), filled);
        }

        /** Returns where the first appearance of a word ends, -1 if there is none. */
        private int find(byte[] word, int filled) {
            for (int i = 0; i + word.length <= filled; i++) {
                if (Arrays.equals(buffer, i, i + word.length, word, 0, word.length)) {
                    return i + word.length;
                }
            }
            return -1;
        }
    }
}
