package dev.fairlead.testkit.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Takes bytes at once and sends them at its own pace: all of them one by one, or the body some time after the head.
 *
 * <p>It never makes a writer wait, because a writer may hold what others need.
 */
final class PacedOutput extends OutputStream {
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};

    private final OutputStream out;
    private final HttpExchange exchange;
    private final boolean single;
    private final Duration pause;
    private final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
    private int headEnd;
    private boolean paused;

    PacedOutput(OutputStream out, HttpExchange exchange, boolean single, Duration pause) {
        this.out = out;
        this.exchange = exchange;
        this.single = single;
        this.pause = pause;
        Thread.ofVirtual().name("http-pace").start(this::send);
    }

    @Override
    public void write(int one) {
        queue.add(new byte[] {(byte) one});
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        queue.add(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private void send() {
        try {
            while (exchange.connected()) {
                var bytes = queue.poll(1, TimeUnit.SECONDS);
                if (bytes != null) {
                    send(bytes);
                }
            }
        } catch (IOException | InterruptedException gone) {
            return; // Nobody is waiting for the rest.
        }
    }

    private void send(byte[] bytes) throws IOException, InterruptedException {
        for (int at = 0; at < bytes.length; ) {
            if (single || (headEnd == HEAD_END.length && !paused)) {
                paused = true;
                if (!exchange.pause(pause)) {
                    throw new IOException("the client is gone");
                }
            }
            int next = single ? at + 1 : headEnd < HEAD_END.length ? headLength(bytes, at) : bytes.length;
            out.write(bytes, at, next - at);
            out.flush();
            at = next;
        }
    }

    private int headLength(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && headEnd < HEAD_END.length) {
            headEnd = bytes[at++] == HEAD_END[headEnd] ? headEnd + 1 : 0;
        }
        return at;
    }
}
