package dev.fairlead.wire.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A server that runs as a child process, together with everything that it starts. */
final class ServerProcess {
    /** How long a server may take to end after its input was closed, unless told otherwise. */
    static final Duration POLITE_WAIT = Duration.ofSeconds(2);

    /** How long it may then take to end after it was asked to, before it is forced, unless told otherwise. */
    static final Duration TERM_WAIT = Duration.ofSeconds(2);

    // What was written last is often still on its way when the process is gone. All of this is waited only where a
    // child
    // holds the pipe open, so it can be long enough for a machine that has no time for the thread that reads.
    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    // With the usual waits, nobody is kept longer than five seconds, not even by a process that cannot be killed.
    private static final Duration FORCE_WAIT = Duration.ofMillis(950);
    private static final Duration KILL_WAIT = Duration.ofMillis(100);
    private static final int STACK_BYTES = 128 << 10;

    private final Process process;
    private final String label;
    private final String marker;
    private final Lifeline lifeline;
    private final StderrPump stderr;
    private final ProcessTree tree;
    private final Consumer<Thread> starter;

    private final AtomicBoolean inputClosed = new AtomicBoolean();
    private final AtomicBoolean ending = new AtomicBoolean();
    private final CompletableFuture<Void> exited = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private ServerProcess(
            Process process,
            ProcessTree tree,
            String label,
            String marker,
            Lifeline lifeline,
            Consumer<String> onStderrLine,
            Consumer<Thread> starter) {
        this.process = process;
        this.label = label;
        this.marker = marker;
        this.lifeline = lifeline;
        this.tree = tree;
        this.starter = starter;
        this.stderr = StderrPump.start(process.getErrorStream(), label, onStderrLine, starter);
    }

    /**
     * Starts a server.
     *
     * @param label the server's name, carried by its threads
     * @param onStderrLine is shown every line of its standard error, escaped, on the thread that drains it
     * @throws dev.fairlead.protocol.error.ServerStartException if there is nothing to start or the system refuses
     */
    static ServerProcess start(ServerCommand command, String label, Consumer<String> onStderrLine) {
        return start(command, label, onStderrLine, Lifeline.shared());
    }

    static ServerProcess start(ServerCommand command, String label, Consumer<String> onStderrLine, Lifeline lifeline) {
        return start(command, label, onStderrLine, lifeline, Thread::start);
    }

    static ServerProcess start(
            ServerCommand command,
            String label,
            Consumer<String> onStderrLine,
            Lifeline lifeline,
            Consumer<Thread> starter) {
        var marker = lifeline.hold();
        ProcessTree tree = null;
        try {
            var process = Launch.start(command, marker);
            tree = new ProcessTree(process);
            var server = new ServerProcess(process, tree, label, marker, lifeline, onStderrLine, starter);
            if (!lifeline.available()) {
                tree.endWithThisJvm();
            }
            server.virtual("exit", server::watchExit);
            return server;
        } catch (RuntimeException | Error e) {
            if (tree != null) {
                tree.force();
                tree.forget();
            }
            lifeline.release();
            throw e;
        }
    }

    /** Returns what the server writes. */
    InputStream stdout() {
        return process.getInputStream();
    }

    /** Returns where the server reads. */
    OutputStream stdin() {
        return process.getOutputStream();
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Returns the exit code, once there is one. */
    OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Waits for the process to exit and for its last words. Returns whether it has. */
    boolean awaitExit(Duration limit) {
        try {
            exited.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException stillThere) {
            Remarks.debug(label + " closed its output but has not exited", stillThere);
        }
        return false;
    }

    /** Returns the last lines of standard error, escaped, oldest first. */
    List<String> stderrTail() {
        return stderr.tail();
    }

    /** Runs the action once, on a thread of its own, when the process has exited; children of it may still run. */
    void onExit(Runnable action) {
        var unused = exited.thenRun(() -> virtual("exited", action));
    }

    /** Closes the server's input without waiting for a write that may be stuck in it. */
    void closeStdin() {
        if (inputClosed.compareAndSet(false, true)) {
            // A platform thread, because closing waits in the kernel behind a write that the server does not take.
            Thread.ofPlatform()
                    .name("fairlead-" + label + "-close")
                    .daemon()
                    .stackSize(STACK_BYTES)
                    .inheritInheritableThreadLocals(false)
                    .start(this::closeInput);
        }
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            Remarks.debug("the server no longer reads what was left for it", e);
        }
    }

    /** Forces the server to end, without a thread of its own as there may be none; the rest follows its exit. */
    void kill() {
        tree.force();
    }

    /** Ends the server and everything it started, within the usual limits. */
    void end() {
        end(POLITE_WAIT, TERM_WAIT);
    }

    /**
     * Ends the server and everything it started: closes its input, waits, asks the whole tree to end, waits, and
     * forces it. Returns when nothing of it is left, or a second after it was
     * forced; every further call only waits for the first.
     */
    void end(Duration politeWait, Duration termWait) {
        beginEnd(politeWait, termWait);
        awaitEnded(politeWait.plus(termWait).plus(FORCE_WAIT));
    }

    private void beginEnd(Duration politeWait, Duration termWait) {
        if (ending.compareAndSet(false, true)) {
            virtual("end", () -> {
                try {
                    finish(politeWait, termWait);
                } catch (InterruptedException e) {
                    throw new IllegalStateException("nothing interrupts this thread", e);
                } finally {
                    lifeline.release();
                    ended.complete(null);
                }
            });
        }
    }

    private void finish(Duration politeWait, Duration termWait) throws InterruptedException {
        if (process.isAlive()) {
            // Whoever outlives the process is found by the marker alone, unless it was seen before.
            tree.look();
            closeStdin();
            if (!process.waitFor(politeWait.toNanos(), TimeUnit.NANOSECONDS)) {
                tree.look();
            }
        }
        // Those that are known hear of it at once; the watchdog has to look for the others first.
        if (!lifeline.end(marker, termWait, tree.ask())) {
            tree.end(lifeline.available() ? Duration.ZERO : termWait);
        }
        tree.forget();
        if (process.waitFor(KILL_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
            stderr.awaitEnd(KILL_WAIT);
        }
    }

    private void watchExit() {
        try {
            process.waitFor();
            stderr.awaitEnd(LAST_WORDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nothing interrupts this thread", e);
        }
        exited.complete(null);
        beginEnd(Duration.ZERO, TERM_WAIT);
    }

    private void awaitEnded(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        while (!ended.isDone()) {
            try {
                ended.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                // Leaving now would leave the server behind.
                interrupted = true;
            } catch (TimeoutException e) {
                Remarks.warn("the process of " + label + " could not be ended within " + limit, e);
                break;
            } catch (ExecutionException e) {
                throw new IllegalStateException("this future only completes normally", e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void virtual(String role, Runnable action) {
        starter.accept(Thread.ofVirtual().name("fairlead-" + label + "-" + role).unstarted(action));
    }
}
