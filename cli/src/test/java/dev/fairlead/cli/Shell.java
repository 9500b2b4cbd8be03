package dev.fairlead.cli;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.store.Keyring;
import dev.fairlead.cli.frame.AnswerStream;
import dev.fairlead.cli.frame.BuiltInServers;
import dev.fairlead.cli.frame.Desktop;
import dev.fairlead.cli.frame.Interruption;
import dev.fairlead.cli.frame.Servers;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Transport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Runs the command in this JVM, with a server in memory where one is given. */
final class Shell {

    /** What came of a command. */
    record Run(int code, String out, String err) {}

    private static final Path EMPTY = emptyFolder();

    private final Map<String, Transport> servers = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";
    private boolean terminal;
    private boolean printing;
    private boolean attended;
    private Browser browser = Browser.none();
    private Duration patience = Duration.ofMinutes(5);
    private int readLines = Integer.MAX_VALUE;
    private String unwritable = "";
    private @Nullable InputStream keyboard;
    private @Nullable String password;
    private @Nullable Supplier<Keyring> keyring;
    private volatile Interruption interruption = new Interruption();
    private volatile ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private volatile ByteArrayOutputStream complained = new ByteArrayOutputStream();
    private volatile @Nullable Run ended; // what came of the command that was begun last

    /** Has a home in which nothing was ever kept, and in which nothing of the user is found. */
    Shell() {
        environment.put("FAIRLEAD_HOME", EMPTY.toString());
    }

    static Shell with(FakeServer server) {
        return new Shell().server("fake", server.transport());
    }

    Shell server(String name, Transport transport) {
        servers.put(name, transport);
        return this;
    }

    Shell input(String text) {
        input = text;
        return this;
    }

    Shell variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Shell without(String variable) {
        environment.remove(variable);
        return this;
    }

    Shell watched() {
        terminal = true;
        return this;
    }

    /** Shows what is printed on a terminal of 100 columns. */
    Shell onTerminal() {
        printing = true;
        return variable("COLUMNS", "100");
    }

    /** Has nothing be written after so many lines of output, for this reason. */
    Shell readOnly(int lines, String why) {
        readLines = lines;
        unwritable = why;
        return this;
    }

    /** Runs a command and returns what it printed, to the byte. */
    byte[] bytes(String... words) {
        var ignored = run(words);
        return printed.toByteArray();
    }

    /** Keeps logins in this folder. */
    Shell home(Path folder) {
        return variable("FAIRLEAD_HOME", folder.toString());
    }

    /** Lets a person sit there who types the input. */
    Shell attended() {
        attended = true;
        return this;
    }

    /** Lets a person sit there who types nothing, however long one waits. */
    Shell attendedBy(InputStream keys) {
        keyboard = keys;
        return attended();
    }

    /** Lets that person type this where it is not shown. */
    Shell password(String text) {
        password = text;
        return attended();
    }

    Shell keyring(Keyring own) {
        return keyring(() -> own);
    }

    /** Lets the system have a keyring, which is got hold of in this way. */
    Shell keyring(Supplier<Keyring> asked) {
        keyring = asked;
        return this;
    }

    /** Lets people take this long to log in. */
    Shell patience(Duration time) {
        patience = time;
        return this;
    }

    Shell browser(Browser own) {
        browser = own;
        return this;
    }

    /** Does what Ctrl-C does to the command that runs, and waits as long as that would. */
    void interrupt() {
        interruption.stop();
    }

    /** Waits until a command that is still running has complained so. */
    String awaitError(String text) {
        return await(text, () -> complained);
    }

    /** Tells whether a command that is still running has printed this. */
    boolean hasPrinted(String text) {
        return printed.toString(StandardCharsets.UTF_8).contains(text);
    }

    /** Waits until a command that is still running has printed this. */
    String awaitOutput(String text) {
        return await(text, () -> printed);
    }

    /** Waits for a text, but not for that of a command that has ended without it. */
    private String await(String text, Supplier<ByteArrayOutputStream> stream) {
        var last = new AtomicReference<@Nullable Run>();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            last.set(ended); // before the look: whatever is printed, is printed before the end
            return stream.get().toString(StandardCharsets.UTF_8).contains(text) || last.get() != null;
        });
        var seen = stream.get().toString(StandardCharsets.UTF_8);
        if (!seen.contains(text)) {
            throw new AssertionError("the command ended without '%s': %s".formatted(text, last.get()));
        }
        return seen;
    }

    /** Runs a command that is said this, and whose input ends once it has printed that. */
    Run converse(String said, String until, String... words) {
        try (var speaking = new PipedOutputStream();
                var listening = new PipedInputStream(speaking, 1 << 16)) {
            keyboard = listening;
            speaking.write(said.getBytes(StandardCharsets.UTF_8));
            speaking.flush();
            var running = begin(words);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> running.isDone()
                            || printed.toString(StandardCharsets.UTF_8).contains(until));
            speaking.close();
            return running.get(60, TimeUnit.SECONDS);
        } catch (IOException | InterruptedException | ExecutionException | TimeoutException broken) {
            throw new AssertionError("the conversation broke off", broken);
        }
    }

    Run run(String... words) {
        prepare();
        return perform(words);
    }

    /**
     * Runs a command while the test goes on, in a thread of its own: one that others had before may still be
     * interrupted, as the last command in it was.
     */
    CompletableFuture<Run> begin(String... words) {
        prepare();
        return CompletableFuture.supplyAsync(() -> perform(words), Thread::startVirtualThread);
    }

    /** Forgets the command before, whose output or end could be taken for those of the next. */
    private void prepare() {
        printed = new ByteArrayOutputStream();
        complained = new ByteArrayOutputStream();
        interruption = new Interruption();
        ended = null;
    }

    private Run perform(String... words) {
        var out = printed;
        var err = complained;
        int code = Main.run(
                words,
                new Surroundings(
                        new AnswerStream(new Limited(out), StandardCharsets.UTF_8),
                        stream(err),
                        keyboard != null ? keyboard : new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new Screen(
                                environment,
                                stream -> stream == 1 ? printing : terminal && stream == 2,
                                () -> 0,
                                "UTF-8"),
                        environment,
                        interruption,
                        new Known(),
                        new Seat(),
                        null));
        var run = new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        ended = run;
        return run;
    }

    private static Path emptyFolder() {
        try {
            var folder = Files.createTempDirectory("fairlead-shell");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** Takes as many lines as are read. */
    private final class Limited extends OutputStream {
        private final OutputStream out;
        private int lines;

        Limited(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            if (lines >= readLines) {
                throw new IOException(unwritable);
            }
            out.write(one);
            lines += one == '\n' ? 1 : 0;
        }
    }

    private final class Seat implements Desktop {
        @Override
        public boolean attended() {
            return attended;
        }

        @Override
        public Optional<String> password(String question) {
            stream(complained).print(question);
            return Optional.ofNullable(password);
        }

        @Override
        public Browser browser() {
            return browser;
        }

        @Override
        public Duration patience() {
            return patience;
        }

        @Override
        public Optional<Keyring> keyring() {
            return Optional.ofNullable(keyring).map(Supplier::get);
        }

        @Override
        public boolean mayHaveKeyring() {
            return keyring != null;
        }
    }

    private final class Known implements Servers {
        @Override
        public List<String> names() {
            return servers.isEmpty() ? new BuiltInServers().names() : List.copyOf(servers.keySet());
        }

        @Override
        public Optional<Transport> named(String name) {
            return servers.isEmpty() ? new BuiltInServers().named(name) : Optional.ofNullable(servers.get(name));
        }
    }
}
