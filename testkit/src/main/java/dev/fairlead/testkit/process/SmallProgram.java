package dev.fairlead.testkit.process;

import dev.fairlead.testkit.HostileServer;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A program of 256 MiB that is sent visiting, and says after each visit how much it holds. */
public final class SmallProgram implements AutoCloseable {
    /** How much more than at first it may hold after a visit. */
    public static final long MAY_GROW_BY = 64L << 20;

    private static final Duration VISIT = Duration.ofMinutes(5); // What hangs, hangs for good.
    private static final Duration UNWINDING = Duration.ofSeconds(30);
    // While memory is collected nobody else gets on.
    private static final Duration BREATH = Duration.ofMillis(500);
    private static final String LIVES = "lives ";

    private final Process process;
    private final BufferedWriter in;
    private final ChildLines out;

    /** What such a program does when it is sent somewhere; made in the program, by a constructor that takes nothing. */
    public interface Visitor {
        /** Goes there; returns what is wrong, or nothing where all went as it may. */
        String visit(String where) throws InterruptedException;
    }

    private SmallProgram(Process process) {
        this.process = process;
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.out = ChildLines.of(process);
    }

    /** Starts a program in which this visitor goes where it is sent. */
    public static SmallProgram start(Class<? extends Visitor> visitor) throws IOException {
        return new SmallProgram(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        // An error of this kind on any thread ends it, whoever would have caught it.
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallProgram.class.getName(),
                        visitor.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /**
     * Sends it somewhere; returns how much it holds afterwards.
     *
     * @throws AssertionError if it does not come back, or something was wrong
     */
    public long visits(String where) throws IOException, InterruptedException {
        in.write(where + "\n");
        in.flush();
        var answer = out.next(VISIT).orElse("it ended");
        if (!answer.matches(LIVES + "\\d+")) {
            throw new AssertionError("sent to '%s': %s".formatted(where, answer));
        }
        return Long.parseLong(answer.substring(LIVES.length()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Goes where it is told to, line by line, until there are no more lines; the only word is the class of the visitor. */
    public static void main(String[] words) throws IOException, InterruptedException, ReflectiveOperationException {
        var constructor = Class.forName(words[0]).asSubclass(Visitor.class).getDeclaredConstructor();
        constructor.setAccessible(true); // Those of tests are seen by their tests alone.
        var visitor = constructor.newInstance();
        long most = Long.MAX_VALUE;
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var wrong = visitor.visit(line);
            long held = heldInTheEnd(most);
            most = most == Long.MAX_VALUE ? held + MAY_GROW_BY : most;
            System.out.println(wrong.isEmpty() ? LIVES + held : "wrong: " + wrong);
        }
    }

    /** Returns what is held when no thread is at what came last any more, as one that reads what nobody waits for may be. */
    private static long heldInTheEnd(long most) {
        long until = System.nanoTime() + UNWINDING.toNanos();
        long held = held();
        while (held >= most && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(BREATH.toNanos());
            held = held();
        }
        return held;
    }

    /**
     * Returns the way to a server: {@code http URL}, which words may follow that say what is there, or {@code stdio MODE OPTIONS}
     * for a bad one in a process.
     */
    public static Transport transport(String where, String name) {
        var words = List.of(where.split(" ", -1));
        if (words.getFirst().equals("http")) {
            return HttpTransport.to(words.get(1)).named(name);
        }
        var options = words.subList(2, words.size()).toArray(String[]::new);
        return StdioTransport.of(ServerCommand.of(HostileServer.command(words.get(1), options)))
                .named(name);
    }

    private static long held() {
        System.gc();
        var memory = Runtime.getRuntime();
        return memory.totalMemory() - memory.freeMemory();
    }
}
