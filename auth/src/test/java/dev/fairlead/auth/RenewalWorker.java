package dev.fairlead.auth;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.wire.http.HttpTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A process of its own that calls a server from many threads at once whenever it is told to, with tokens in a file that it
 * shares with others, and without anybody who could log in.
 */
final class RenewalWorker implements AutoCloseable {
    private static final String READY = "ready";

    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private RenewalWorker(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts one, which connects at once; {@link #awaitReady} waits for that. */
    static RenewalWorker start(Path store, String url, int threads) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new RenewalWorker(new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RenewalWorker.class.getName(),
                        store.toString(),
                        url,
                        Integer.toString(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    void awaitReady() {
        var said = answer();
        if (!said.equals(READY)) {
            throw new IllegalStateException("a worker says " + said);
        }
    }

    /** Has every thread make one call, at a time that is so much later than now. */
    void go(Duration later) throws IOException {
        orders.write(later + "\n");
        orders.flush();
    }

    /** Returns how the calls ended: how many went well, and what the first of the others says. */
    String answer() {
        try {
            return String.valueOf(answers.readLine());
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** Ends the process as nothing can be caught. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Connects, and calls whenever a line says how much later it is. */
    public static void main(String[] arguments) throws Exception {
        var later = new AtomicReference<>(Duration.ZERO);
        var oauth = OAuth.builder()
                .store(FileStore.at(Path.of(arguments[0])))
                .redirectUri(Stage.REDIRECT)
                .clock(() -> Instant.now().plus(later.get()))
                .build();
        int threads = Integer.parseInt(arguments[2]);
        var transport = HttpTransport.to(arguments[1]).withAuthorizer(oauth);
        try (var client = McpClient.connect(transport, Stage.profile().build());
                var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            // What a first call has to find out would keep the others from being turned away together.
            Stage.echo(client);
            System.out.println(READY);
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                later.set(Duration.parse(line));
                System.out.println(together(client, threads));
            }
        }
    }

    private static String together(McpClient client, int threads) throws Exception {
        var calls = new ArrayList<Future<String>>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                calls.add(executor.submit(() -> outcome(client)));
            }
        }
        List<String> failures = new ArrayList<>();
        for (var call : calls) {
            if (!call.get().equals("nothing")) {
                failures.add(call.get());
            }
        }
        return threads - failures.size() + " went well" + (failures.isEmpty() ? "" : "; " + failures.getFirst());
    }

    private static String outcome(McpClient client) {
        try {
            return Stage.echo(client);
        } catch (AuthorizationRequiredException required) {
            return "a login is forced";
        } catch (McpException failure) {
            return failure.toString().replaceAll("\\R", " ");
        }
    }
}
