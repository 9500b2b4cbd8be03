package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The connections of one test. When it is over they are closed, no rule was broken, and no process is left. */
final class Connections implements BeforeEachCallback, AfterEachCallback {
    private static final ExtensionContext.Namespace SERVERS = ExtensionContext.Namespace.create(WebServer.class);
    private static final Duration PROCESS_END = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Heard heard = new Heard();
    private final List<Opened> open = new ArrayList<>();
    private final List<WebServer> own = new ArrayList<>();
    private Set<Violation.Kind> expectedViolations = Set.of();
    private Shared shared = new Shared();

    private record Opened(McpClient client, boolean process) {}

    /** The servers that outlive a test, and end with the last of all tests. */
    private static final class Shared implements AutoCloseable {
        private final ConcurrentHashMap<ServerCommand, WebServer> servers = new ConcurrentHashMap<>();

        @Override
        public void close() {
            servers.values().forEach(WebServer::close);
        }
    }

    McpClient open(ServerCommand command) {
        return open(StdioTransport.of(command));
    }

    McpClient open(ServerCommand command, InputHandlers handlers) {
        return open(StdioTransport.of(command), handlers);
    }

    McpClient open(Transport transport) {
        return open(transport, profile());
    }

    McpClient open(Transport transport, InputHandlers handlers) {
        return open(transport, profile().handlers(handlers));
    }

    McpClient open(Transport transport, ProtocolVersion only) {
        return open(transport, profile().versions(VersionPolicy.exactly(only)));
    }

    McpClient open(Transport transport, ClientProfile.Builder profile) {
        var client = McpClient.connect(transport, profile.build());
        open.add(new Opened(client, transport instanceof StdioTransport));
        return client;
    }

    /** Starts a server for this test alone. */
    WebServer start(ServerCommand command) {
        var server = WebServer.start(command);
        own.add(server);
        return server;
    }

    /** Returns the server that all tests share, which is started by the first. */
    WebServer shared(ServerCommand command) {
        return shared.servers.computeIfAbsent(command, WebServer::start);
    }

    /** Starts a profile that hears everything, remembers nothing of earlier tests, and gives a slow machine its time. */
    ClientProfile.Builder profile() {
        return ClientProfile.builder()
                .listener(heard)
                .probePatience(PATIENCE)
                .eraMemory(new EraMemory(InstantSource.system()));
    }

    Heard heard() {
        return heard;
    }

    /** Says what the server is known to do wrong. */
    void expectViolations(Violation.Kind... expected) {
        expectedViolations = Set.of(expected);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        shared = context.getRoot().getStore(SERVERS).computeIfAbsent(Shared.class, key -> new Shared(), Shared.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try {
            long started = open.stream()
                    .filter(Opened::process)
                    .filter(opened -> opened.client().state() instanceof ConnectionState.Ready)
                    .count();
            long listening =
                    own.stream().filter(server -> server.process().isAlive()).count();
            // Proves that the search below would find what it looks for.
            assertThat(running()).as("servers that ran until now").hasSize(Math.toIntExact(started + listening));
        } finally {
            open.forEach(opened -> opened.client().close());
            own.forEach(WebServer::close);
        }
        await().atMost(PROCESS_END)
                .untilAsserted(() -> assertThat(running().map(ProcessHandle::info))
                        .as("processes left behind")
                        .isEmpty());
        for (var opened : open) {
            assertThat(opened.client().violations().keySet())
                    .as("%s", heard.violations())
                    .isEqualTo(expectedViolations);
        }
    }

    /** Finds the processes of servers that were started here and are not shared, whoever their parent is by now. */
    private Stream<ProcessHandle> running() {
        var mark = NodeServers.mark() + " ";
        var known = shared.servers.values().stream().map(WebServer::process).toList();
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(mark))
                .filter(process -> !known.contains(process));
    }
}
