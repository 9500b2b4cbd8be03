package dev.fairlead.wire.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.fairlead.protocol.rpc.Excerpt;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The thread that drains a server's standard error, whatever comes, so that the server never waits for us. Each line
 * is escaped, kept in the tail, and shown to one listener.
 */
final class StderrPump {
    /** How much of one line is read; the rest of it is skipped. */
    static final int MAX_LINE_BYTES = 8 << 10;

    /** How much of the end is kept. */
    static final int TAIL_CHARS = 64 << 10;

    // Most servers say little: the JDK's own buffer takes in more at once, and the line grows.
    private static final int FEW_BYTES = 1 << 10;
    private static final int STACK_BYTES = 256 << 10;
    // A tab becomes four characters; nothing of the line is cut a second time.
    private static final int MAX_SHOWN = MAX_LINE_BYTES * 4;

    private final InputStream stderr;
    private final Consumer<String> listener;
    private final StderrTail tail = new StderrTail(TAIL_CHARS);
    private final Thread thread;

    private byte[] line = new byte[FEW_BYTES];
    private int length;
    private boolean cut;
    private boolean listenerFailed;

    private StderrPump(InputStream stderr, String label, Consumer<String> listener) {
        this.stderr = stderr;
        this.listener = listener;
        this.thread = Thread.ofPlatform()
                .name("fairlead-" + label + "-stderr")
                .daemon()
                .stackSize(STACK_BYTES)
                .inheritInheritableThreadLocals(false)
                .unstarted(this::drain);
    }

    /** Starts to drain. */
    static StderrPump start(InputStream stderr, String label, Consumer<String> listener) {
        return start(stderr, label, listener, Thread::start);
    }

    static StderrPump start(InputStream stderr, String label, Consumer<String> listener, Consumer<Thread> starter) {
        var pump = new StderrPump(stderr, label, listener);
        starter.accept(pump.thread);
        return pump;
    }

    /** Returns the last lines so far. */
    List<String> tail() {
        return tail.lines();
    }

    /** Waits until everything has been read, but not longer than this. */
    void awaitEnd(Duration limit) throws InterruptedException {
        thread.join(limit);
    }

    private void drain() {
        var chunk = new byte[FEW_BYTES];
        try (stderr) {
            for (int count = stderr.read(chunk); count >= 0; count = stderr.read(chunk)) {
                split(chunk, count);
            }
        } catch (IOException e) {
            Remarks.debug("stderr was closed while it was read", e);
        }
        if (length > 0) {
            emit();
        }
    }

    private void split(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n') {
                emit();
            } else if (length < MAX_LINE_BYTES) {
                if (length == line.length) {
                    line = Arrays.copyOf(line, 2 * length);
                }
                line[length++] = chunk[i];
            } else {
                cut = true;
            }
        }
    }

    private void emit() {
        int end = !cut && length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        // Stack traces are indented by tabs, which would be escaped like any other control character.
        var text = new String(line, 0, end, UTF_8).replace("\t", "    ");
        var shown = Excerpt.of(text, MAX_SHOWN) + (cut ? "…" : "");
        length = 0;
        cut = false;
        tail.add(shown);
        show(shown);
    }

    /** The listener is not ours, and draining must go on whatever it does. */
    private void show(String shown) {
        try {
            listener.accept(shown);
        } catch (RuntimeException | Error e) {
            if (!listenerFailed) {
                Remarks.warn("a listener for stderr lines failed; its further failures are not reported", e);
            }
            listenerFailed = true;
        }
    }
}
