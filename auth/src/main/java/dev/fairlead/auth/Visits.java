package dev.fairlead.auth;

import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Visitors who have not yet said what they want. Each has one limit for all of it, however it is spread; when there are too
 * many, whoever has been here longest makes room, so that nobody can keep others out by staying. Thread-safe.
 */
final class Visits {
    private final int most;
    private final Duration limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Socket> speaking = new ArrayDeque<>(); // the oldest first; guarded by lock

    Visits(int most, Duration limit) {
        this.most = most;
        this.limit = limit;
    }

    /** Takes in one more. */
    void begin(Socket visitor) {
        Socket oldest = null;
        lock.lock();
        try {
            if (speaking.size() >= most) {
                oldest = speaking.remove();
            }
            speaking.add(visitor);
        } finally {
            lock.unlock();
        }
        if (oldest != null) {
            close(oldest);
        }
    }

    /** One has said what it wants, or has gone: it does not have to make room any more. */
    void end(Socket visitor) {
        lock.lock();
        try {
            speaking.remove(visitor);
        } finally {
            lock.unlock();
        }
    }

    /** Returns what a visitor says until the limit. */
    InputStream words(Socket visitor) throws IOException {
        return new Words(visitor, visitor.getInputStream(), Deadline.after(limit));
    }

    private static void close(Socket visitor) {
        try {
            visitor.close();
        } catch (IOException gone) {
            return; // They left first.
        }
    }

    private static final class Words extends InputStream {
        private final Socket visitor;
        private final InputStream in;
        private final Deadline end;

        Words(Socket visitor, InputStream in, Deadline end) {
            this.visitor = visitor;
            this.in = in;
            this.end = end;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (end.passed()) {
                throw new SocketTimeoutException("it takes too long");
            }
            // Not 0, which would be no limit at all.
            visitor.setSoTimeout(Math.toIntExact(end.remaining().toMillis()) + 1);
            return in.read(bytes, from, length);
        }
    }
}
