package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.wire.Correlation;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.Multiplexer;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.Wire;
import dev.fairlead.wire.WireListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Plays the server's part of a transcript, and holds the client to its own.
 *
 * <p>It has a line of its own making, because it compares the very bytes: a line that hands over messages would hide
 * members that no message knows.
 */
final class TranscriptServer implements Transport {
    private final WireTranscript transcript;
    private final CompletableFuture<Void> played = new CompletableFuture<>();

    TranscriptServer(WireTranscript transcript) {
        this.transcript = transcript;
    }

    @Override
    public String server() {
        return "transcript";
    }

    @Override
    public String kind() {
        return "scripted";
    }

    @Override
    public Optional<String> identity() {
        return Optional.empty();
    }

    @Override
    public Wire open(Correlation correlation, WireListener listener) {
        var line = new Line();
        Thread.ofVirtual().start(() -> play(line));
        return Multiplexer.over(
                server(), line, correlation, listener, Thread.ofVirtual().factory());
    }

    /** Waits until the client has hung up; fails if anything was said otherwise than it is written. */
    void awaitEnd() throws Exception {
        played.get(20, TimeUnit.SECONDS);
    }

    private void play(Line line) {
        try (line) {
            for (var message : transcript.conversation()) {
                if (message.fromClient()) {
                    hear(message, line);
                } else {
                    line.toClient.add(Optional.of(message.json().getBytes(StandardCharsets.UTF_8)));
                }
            }
            assertThat(line.heard())
                    .as("said after the end of: %s", transcript.title())
                    .isEmpty();
            played.complete(null);
        } catch (InterruptedException | AssertionError | RuntimeException departure) {
            played.completeExceptionally(departure);
        }
    }

    private static void hear(WireTranscript.Line message, Line line) throws InterruptedException {
        var said = line.heard();
        assertThat(said)
                .as("line %d is never said: %s", message.number(), message.json())
                .isPresent();
        assertThat(Json.parse(said.get())).as("line %d", message.number()).isEqualTo(Json.parse(message.json()));
    }

    /** The client's end of the line; nothing in a queue is a hang-up. */
    private static final class Line implements Duplex {
        private final BlockingQueue<Optional<byte[]>> toClient = new LinkedBlockingQueue<>();
        private final BlockingQueue<Optional<byte[]>> toServer = new LinkedBlockingQueue<>();
        private final ArrayDeque<Message> read = new ArrayDeque<>();

        Optional<String> heard() throws InterruptedException {
            return toServer.take().map(json -> new String(json, StandardCharsets.UTF_8));
        }

        @Override
        public Optional<Message> read() throws IOException {
            try {
                while (read.isEmpty()) {
                    var json = toClient.take();
                    if (json.isEmpty()) {
                        return Optional.empty();
                    }
                    MessageCodec.decode(json.get(), 0, json.get().length, read::add);
                }
                return Optional.of(read.remove());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", stop);
            }
        }

        @Override
        public void write(byte[] json, boolean more) {
            toServer.add(Optional.of(json));
        }

        @Override
        public void close() {
            toServer.add(Optional.empty());
            toClient.add(Optional.empty());
        }
    }
}
