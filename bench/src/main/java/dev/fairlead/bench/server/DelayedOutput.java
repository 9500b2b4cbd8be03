package dev.fairlead.bench.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Writes every line a fixed time after it was complete, on a thread of its own. */
final class DelayedOutput implements LineOutput {
    private final OutputStream out;
    private final long delayNanos;
    private final LinkedBlockingQueue<Line> waiting = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private DelayedOutput(OutputStream out, long delayNanos) {
        this.out = out;
        this.delayNanos = delayNanos;
    }

    static DelayedOutput start(OutputStream out, int delayMillis) {
        var delayed = new DelayedOutput(out, TimeUnit.MILLISECONDS.toNanos(delayMillis));
        Thread.ofPlatform().daemon().name("delayed").start(delayed::write);
        return delayed;
    }

    @Override
    public void append(byte[] bytes, int offset, int length) {
        line.write(bytes, offset, length);
    }

    @Override
    public void lineEnds() {
        waiting.add(new Line(System.nanoTime() + delayNanos, line.toByteArray()));
        line.reset();
    }

    @Override
    public void flush() {
        // The other thread writes when it is time.
    }

    private void write() {
        var together = new DirectOutput(out);
        try {
            while (true) {
                var next = waiting.take();
                while (next != null) {
                    long left = next.dueNanos - System.nanoTime();
                    if (left > 0) {
                        together.flush();
                        LockSupport.parkNanos(left);
                    } else {
                        together.append(next.bytes, 0, next.bytes.length);
                        next = waiting.poll();
                    }
                }
                together.flush();
            }
        } catch (InterruptedException | IOException over) {
            throw over instanceof IOException broken
                    ? new UncheckedIOException(broken)
                    : new IllegalStateException("nobody interrupts this thread", over);
        }
    }

    private static final class Line {
        private final long dueNanos;
        private final byte[] bytes;

        Line(long dueNanos, byte[] bytes) {
            this.dueNanos = dueNanos;
            this.bytes = bytes;
        }
    }
}
