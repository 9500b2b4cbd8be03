package dev.fairlead.agent.provider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A provider whose answers a test has written down, one for each question. */
final class ModelServer implements AutoCloseable {
    private final Queue<HttpHandler> answers = new ConcurrentLinkedQueue<>();
    private final HttpServer server = HttpServer.start(
            exchange -> requireNonNull(answers.poll(), "a question too many").handle(exchange));

    /** Will answer with recorded bytes, in pieces of any size. */
    ModelServer replays(String recording, Random random) {
        var bytes = read(recording);
        return will(exchange -> {
            exchange.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(ISO_8859_1));
            for (int from = 0; from < bytes.length; ) {
                int length = Math.min(bytes.length - from, 1 + random.nextInt(1 + random.nextInt(300)));
                var chunk = new ByteArrayOutputStream();
                chunk.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(ISO_8859_1));
                chunk.writeBytes(Arrays.copyOfRange(bytes, from, from + length));
                chunk.writeBytes("\r\n".getBytes(ISO_8859_1));
                exchange.raw(chunk.toByteArray());
                from += length;
            }
            exchange.raw("0\r\n\r\n".getBytes(ISO_8859_1));
            exchange.done();
        });
    }

    ModelServer replays(String recording) {
        return replays(recording, new Random(1));
    }

    ModelServer says(int status, Map<String, String> headers, String body) {
        return will(exchange -> exchange.answer(status, headers, body));
    }

    ModelServer will(HttpHandler answer) {
        answers.add(answer);
        return this;
    }

    String origin() {
        return server.origin();
    }

    List<RecordedRequest> requests() {
        return server.requests();
    }

    int connections() {
        return server.acceptedConnections();
    }

    @Override
    public void close() {
        server.close();
    }

    static String text(String recording) {
        return new String(read(recording), UTF_8);
    }

    private static byte[] read(String recording) {
        try (var in = ModelServer.class.getResourceAsStream("/recorded/" + recording)) {
            return requireNonNull(in, recording).readAllBytes();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
