package dev.fairlead.cli;

import dev.fairlead.auth.Browser;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.testkit.auth.ProtectedMcp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

/** A server that demands a login, whoever grants that, and a person with a browser. */
final class LoginScene implements AutoCloseable {
    /** The pages that the command has asked the browser to open. */
    final List<String> opened = new CopyOnWriteArrayList<>();

    private final List<Thread> visits = new CopyOnWriteArrayList<>();
    private final Path home;
    private final int port = freePort();
    private final AuthServer grantor = AuthServer.start().accessLifetime(Duration.ofHours(1));
    private final ProtectedMcp mcp;

    LoginScene(Path home) {
        this(
                home,
                grantor -> FakeServer.named("fake")
                        .tool(
                                Tool.of("greet", "Greets.", Json.object().put("type", "object")),
                                call -> CallToolResult.ofText("ahoy"))
                        .build());
    }

    LoginScene(Path home, Function<AuthServer, FakeServer> server) {
        this.home = home;
        mcp = ProtectedMcp.serving(server.apply(grantor), grantor);
    }

    AuthServer grantor() {
        return grantor;
    }

    ProtectedMcp mcp() {
        return mcp;
    }

    String url() {
        return mcp.url();
    }

    int port() {
        return port;
    }

    /** Returns a shell that keeps its logins in the folder, and whose browser does what pages tell it. */
    Shell shell() {
        return new Shell().home(home).browser(browser());
    }

    /** Runs a verb at the server, with the port at which the browser comes back. */
    Shell.Run run(Shell shell, String verb, String... more) {
        return shell.run(words(verb, more));
    }

    CompletableFuture<Shell.Run> begin(Shell shell, String verb, String... more) {
        return shell.begin(words(verb, more));
    }

    String[] words(String verb, String... more) {
        return Stream.concat(Stream.of(verb, url()), Stream.of(more)).toArray(String[]::new);
    }

    /** Logs in, as every test that is about something else does. */
    void login(String... more) {
        var run = run(
                shell(),
                "login",
                Stream.concat(Stream.of("--redirect-port", Integer.toString(port)), Stream.of(more))
                        .toArray(String[]::new));
        if (run.code() != 0) {
            throw new AssertionError("nobody could log in: " + run);
        }
    }

    Browser browser() {
        return page -> {
            opened.add(page);
            visits.add(Thread.ofVirtual().start(() -> follow(page)));
            return true;
        };
    }

    private static void follow(String page) {
        try {
            new HttpUserAgent().visit(page);
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    /** Finds a port that is free now; whoever takes it meanwhile makes the command choose another. */
    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (var visit : visits) {
            visit.join();
        }
        mcp.close();
        grantor.close();
    }
}
