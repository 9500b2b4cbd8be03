package dev.fairlead.bench.contenders;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * What an exchange of our own would cost: every request put together and every answer taken apart, and nothing of what else
 * a library does for its users: encryption, proxies, redirects, compression, HTTP/2, connections gone stale.
 */
final class LeanHttp extends BareHttp<HttpCall> {
    private static final int MAX_LINE = 8192;

    private final URI address;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

    LeanHttp(String url) throws IOException {
        super(HttpCall.call(url), HttpCall.list(url));
        address = URI.create(url);
        ask(HttpCall.hello(url));
    }

    @Override
    void ask(HttpCall question) throws IOException {
        var kept = idle.pollFirst();
        var connection = kept == null ? new Connection(address.getPort()) : kept;
        connection.send(question.bytes(address));
        var answer = connection.answer();
        if (answer.length == 0) {
            throw new IOException("an empty answer");
        }
        idle.addFirst(connection);
    }

    @Override
    public void close() throws IOException {
        for (var connection : idle) {
            connection.socket.close();
        }
    }

    private static final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final byte[] line = new byte[MAX_LINE];

        Connection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }

        void send(byte[] request) throws IOException {
            socket.getOutputStream().write(request);
        }

        byte[] answer() throws IOException {
            var status = line();
            if (!status.startsWith("HTTP/1.1 200")) {
                throw new IOException(status);
            }
            var headers = headers();
            var length = headers.get("content-length");
            return length == null ? chunks() : in.readNBytes(Integer.parseInt(length));
        }

        private Map<String, String> headers() throws IOException {
            var headers = new TreeMap<String, String>();
            for (var text = line(); !text.isEmpty(); text = line()) {
                int colon = text.indexOf(':');
                if (colon < 1) {
                    throw new IOException("no header: " + text);
                }
                headers.put(
                        text.substring(0, colon).toLowerCase(Locale.ROOT),
                        text.substring(colon + 1).strip());
            }
            return headers;
        }

        private byte[] chunks() throws IOException {
            var body = new ByteArrayOutputStream();
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                body.writeBytes(in.readNBytes(size));
                line();
            }
            line();
            return body.toByteArray();
        }

        private String line() throws IOException {
            int length = 0;
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0 || length == MAX_LINE) {
                    throw new IOException("a line that does not end");
                }
                line[length++] = (byte) next;
            }
            return new String(line, 0, length > 0 && line[length - 1] == '\r' ? length - 1 : length, US_ASCII);
        }
    }
}
