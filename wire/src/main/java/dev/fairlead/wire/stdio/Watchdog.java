package dev.fairlead.wire.stdio;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The process behind the lifeline: a shell that outlives this JVM just long enough to end its servers. */
final class Watchdog {
    private static final int STACK_BYTES = 256 << 10;
    private static final String SETSID = "/usr/bin/setsid";
    private static final String SYSTEM_FOLDERS = "/usr/bin:/bin:/usr/sbin:/sbin";

    private final Process process;
    private final OutputStream commands;
    private final Consumer<Watchdog> onDeath;

    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock, as are writes to the commands
    private final Map<String, CompletableFuture<Integer>> pending = new HashMap<>();
    private boolean over;

    private Watchdog(Process process, Consumer<Watchdog> onDeath) {
        this.process = process;
        this.commands = process.getOutputStream();
        this.onDeath = onDeath;
    }

    /** Starts a watchdog over the markers that begin with the id; tells when it has ended without being asked to. */
    static Watchdog start(String id, Consumer<Watchdog> onDeath) throws IOException {
        var builder = new ProcessBuilder(command(id));
        builder.directory(new File("/"));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", searchPath());
        var watchdog = new Watchdog(builder.start(), onDeath);
        Thread.ofPlatform()
                .name("fairlead-lifeline")
                .daemon()
                .stackSize(STACK_BYTES)
                .inheritInheritableThreadLocals(false)
                .start(watchdog::readAnswers);
        return watchdog;
    }

    private static List<String> command(String id) throws IOException {
        var command = new ArrayList<String>();
        // A session of its own keeps it out of reach of whatever is sent to our process group.
        if (Files.isExecutable(Path.of(SETSID))) {
            command.add(SETSID);
        }
        command.addAll(List.of("/bin/sh", "-c", script(), "fairlead-lifeline", id));
        return command;
    }

    /**
     * Does what takes longest when the first process of a program is started: finding the script opens jars, and the
     * JDK looks through all of them for somebody to log to.
     */
    static void prepare() throws IOException {
        System.getLogger(ProcessBuilder.class.getName()).isLoggable(System.Logger.Level.DEBUG);
        var found = script();
        assert !found.isEmpty();
    }

    private static String script() throws IOException {
        try (var text = Watchdog.class.getResourceAsStream("lifeline.sh")) {
            if (text == null) {
                throw new IOException("lifeline.sh is missing beside " + Watchdog.class.getName());
            }
            return new String(text.readAllBytes(), UTF_8);
        }
    }

    private static String searchPath() {
        var ours = System.getenv("PATH");
        return ours == null ? SYSTEM_FOLDERS : SYSTEM_FOLDERS + ":" + ours;
    }

    /**
     * Asks for the end of every process that carries the marker, was asked already, or descends from one of these. The
     * answer is how many could not be ended; it fails when the watchdog does.
     */
    CompletableFuture<Integer> end(String marker, Duration grace, Collection<Long> asked) {
        var answer = new CompletableFuture<Integer>();
        var line = new StringBuilder("end ").append(marker).append(' ').append(grace.toMillis() / 10);
        asked.forEach(pid -> line.append(' ').append(pid));
        lock.lock();
        try {
            if (over) {
                answer.completeExceptionally(new IOException("the watchdog has ended"));
            } else {
                pending.put(marker, answer);
                write(line.toString());
            }
        } catch (IOException e) {
            pending.remove(marker);
            answer.completeExceptionally(e);
        } finally {
            lock.unlock();
        }
        return answer;
    }

    /** Lets the watchdog go when nothing is left to watch. */
    void quit() {
        lock.lock();
        try {
            over = true;
            write("quit");
            commands.close();
        } catch (IOException e) {
            Remarks.debug("the watchdog had already ended", e);
        } finally {
            lock.unlock();
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    private void write(String line) throws IOException {
        commands.write((line + "\n").getBytes(US_ASCII));
        commands.flush();
    }

    private void readAnswers() {
        try (var answers = new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII))) {
            for (var line = answers.readLine(); line != null; line = answers.readLine()) {
                take(line.split(" ", -1));
            }
        } catch (IOException e) {
            Remarks.debug("the answers of the watchdog could not be read", e);
        }
        died();
    }

    private void take(String[] answer) throws IOException {
        if (answer.length != 3 || !answer[0].equals("ended")) {
            return;
        }
        lock.lock();
        try {
            var waiting = pending.remove(answer[1]);
            if (waiting != null) {
                waiting.complete(Integer.parseInt(answer[2]));
            }
            if (!over) {
                write("reap " + answer[1]);
            }
        } finally {
            lock.unlock();
        }
    }

    private void died() {
        boolean unasked;
        lock.lock();
        try {
            unasked = !over;
            over = true;
            pending.values().forEach(answer -> answer.completeExceptionally(new IOException("the watchdog has ended")));
            pending.clear();
        } finally {
            lock.unlock();
        }
        if (unasked) {
            onDeath.accept(this);
        }
    }
}
