package dev.fairlead.cli;

import dev.fairlead.testkit.FakeServer;
import dev.fairlead.wire.Transport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/** Runs the command in this JVM, with a server in memory where one is given. */
final class Shell {

    /** What came of a command. */
    record Run(int code, String out, String err) {}

    private final Map<String, Transport> servers = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";
    private boolean terminal;
    private volatile ByteArrayOutputStream printed = new ByteArrayOutputStream();

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

    Shell watched() {
        terminal = true;
        return this;
    }

    /** Waits until a command that is still running has printed this. */
    void awaitOutput(String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> printed.toString(StandardCharsets.UTF_8).contains(text));
    }

    Run run(String... words) {
        var out = new ByteArrayOutputStream();
        printed = out;
        var err = new ByteArrayOutputStream();
        int code = Main.run(
                words,
                new Surroundings(
                        stream(out),
                        stream(err),
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        () -> terminal,
                        environment,
                        new Interruption(),
                        new Known(),
                        null));
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
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
