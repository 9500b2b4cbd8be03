package dev.fairlead.testkit.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** The events that answer a request, one after the other, until one side ends them. */
public final class EventStream {
    private final HttpExchange exchange;
    private final ReentrantLock lock = new ReentrantLock();

    // Written under the lock; read without it, because a writer may be stuck.
    private volatile boolean over;

    EventStream(HttpExchange exchange) {
        this.exchange = exchange;
    }

    /** Sends an event. */
    public void send(ServerSentEvent event) throws IOException {
        raw(exchange.style().write(event, exchange.request()));
    }

    /** Sends a comment. */
    public void comment(String text) throws IOException {
        raw(": " + text + "\n\n");
    }

    /** Sends any text. */
    public void raw(String text) throws IOException {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends any bytes. */
    public void raw(byte[] bytes) throws IOException {
        lock.lock();
        try {
            if (over) {
                throw new IOException("the stream is over");
            }
            exchange.chunk(bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream in good order; the connection lives on. */
    public void end() throws IOException {
        lock.lock();
        try {
            if (!over) {
                over = true;
                exchange.lastChunk();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Breaks the stream off in the middle, with a reset or by closing the connection without a word. */
    public void cut(boolean reset) {
        // Not under the lock: a writer may be stuck in it, and this frees it.
        if (reset) {
            exchange.reset();
        } else {
            exchange.hangUp();
        }
    }

    /** Tells whether the stream can still be written to, as far as is known. */
    public boolean open() {
        return !over && !exchange.gone() && exchange.connected();
    }

    /** Waits until the stream has ended, by either side. */
    public void awaitEnd() throws InterruptedException {
        exchange.awaitOver();
    }

    /** Waits; returns false as soon as the client is gone. */
    public boolean pause(Duration duration) throws InterruptedException {
        return exchange.pause(duration);
    }
}
