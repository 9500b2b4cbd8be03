package dev.fairlead.cli.line;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/**
 * Looks for Ctrl-C among the keys that are pressed while a line is run, and keeps the others for the next line.
 *
 * <p>The terminal itself must not act on that key: it would tell every process, and servers would end at it.
 */
final class KeyWatch {
    private static final char CTRL_C = 3;
    private static final long SLICE_MILLIS = 50;
    private static final int MOST_KEPT = 4_096;

    private final Terminal terminal;
    private final Runnable cancel;
    private final StringBuilder kept = new StringBuilder(); // for the watching thread, then for whoever joined it
    private final ReentrantLock reading = new ReentrantLock(true);
    private volatile boolean over;

    KeyWatch(Terminal terminal, Runnable cancel) {
        this.terminal = terminal;
        this.cancel = cancel;
    }

    /** Watches while something is done, and returns the keys that were pressed beside it. */
    String during(Runnable work) {
        over = false;
        kept.setLength(0);
        var before = terminal.enterRawMode();
        var watching = Thread.ofPlatform().daemon().name("fairlead-keys").start(this::watch);
        try {
            work.run();
        } finally {
            over = true;
            join(watching);
            terminal.setAttributes(before);
        }
        return kept.toString();
    }

    /** Keeps the watch away from the keys until it is unlocked. */
    ReentrantLock reading() {
        return reading;
    }

    /** Drops the keys that were pressed until now; only for whoever keeps the watch away from them. */
    void drop() throws InterruptedException {
        try {
            int key = terminal.reader().read(SLICE_MILLIS);
            while (key >= 0) {
                if (key == CTRL_C) {
                    Thread.ofVirtual().start(cancel);
                    throw new InterruptedException("somebody pressed Ctrl-C before the question was asked");
                }
                key = terminal.reader().read(SLICE_MILLIS);
            }
        } catch (InterruptedIOException stopped) {
            throw (InterruptedException) new InterruptedException("the question was given up").initCause(stopped);
        } catch (IOException gone) {
            // Nobody can press a key any more.
        }
    }

    private void watch() {
        while (!over) {
            reading.lock();
            try {
                int key = over
                        ? NonBlockingReader.READ_EXPIRED
                        : terminal.reader().read(SLICE_MILLIS);
                if (key == CTRL_C) {
                    kept.setLength(0);
                    Thread.ofVirtual().start(cancel);
                } else if (key >= 0 && kept.length() < MOST_KEPT) {
                    kept.append((char) key);
                } else if (key == NonBlockingReader.EOF) {
                    return;
                }
            } catch (IOException gone) {
                return; // Nobody can press a key any more.
            } finally {
                reading.unlock();
            }
        }
    }

    private static void join(Thread watching) {
        boolean interrupted = Thread.interrupted();
        try {
            watching.join();
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
