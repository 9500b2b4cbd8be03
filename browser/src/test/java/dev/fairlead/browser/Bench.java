package dev.fairlead.browser;

import dev.fairlead.console.Console;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A console under test, with an empty home of its own and servers beside it; all gone when the test is over. */
final class Bench implements AutoCloseable {
    private final Path home;
    private final Path folder;
    private final List<AutoCloseable> beside = new ArrayList<>();
    private UnaryOperator<Console.Builder> special = UnaryOperator.identity();
    private @Nullable Console console;

    Bench() {
        try {
            home = Files.createTempDirectory("fairlead-browser");
            folder = Files.createDirectory(home.resolve("project"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes how the console is started, before it is. */
    Bench with(UnaryOperator<Console.Builder> change) {
        special = change;
        return this;
    }

    /** Returns the home of the person, where other products keep their files, too. */
    Path home() {
        return home;
    }

    /** Returns the folder in which the console is started, where a project's file of servers would be. */
    Path folder() {
        return folder;
    }

    /** Returns the console, started by now. */
    Console console() {
        if (console == null) {
            console = start(0);
        }
        return console;
    }

    /** Returns the address at which its page is, without the token. */
    String origin() {
        return "http://127.0.0.1:" + console().port();
    }

    /** Ends the console; nothing answers until it is started again. */
    int end() {
        int port = console().port();
        console().close();
        console = null;
        return port;
    }

    /** Starts the console again, in its old home and at its old port. */
    void startAgain(int port) {
        console = start(port);
    }

    /** Serves a server beside the console, and returns its address. */
    String serve(FakeServer server) {
        return keep(HttpFront.serving(server)).url();
    }

    /** Serves the demo server from this program, which is quicker than from one of its own. */
    String serveDemo() {
        return serve(DemoServer.script().build());
    }

    /** Closes something once the test is over. */
    <T extends AutoCloseable> T keep(T closeable) {
        beside.add(closeable);
        return closeable;
    }

    private Console start(int port) {
        var environment =
                Map.of("FAIRLEAD_HOME", home.toString(), "PATH", System.getenv().getOrDefault("PATH", ""));
        var builder = Console.builder()
                .home(home)
                .userHome(home)
                .environment(environment)
                .search(ConfigSearch.of(environment, home, folder, "linux"))
                .builtIn("demo", DemoServer.command())
                .host(host -> host.store(Stores.memory()).tokens(Stores.memory()));
        if (port > 0) {
            builder.port(port);
        }
        try {
            return special.apply(builder).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws Exception {
        if (console != null) {
            console.close();
        }
        for (var one : beside.reversed()) {
            one.close();
        }
        try (var files = Files.walk(home)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
