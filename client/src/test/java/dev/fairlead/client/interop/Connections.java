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
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The connections of one test. When it is over they are closed, no rule was broken, and no process is left. */
final class Connections implements AfterEachCallback {
    private static final Duration PROCESS_END = Duration.ofSeconds(5);

    private final Heard heard = new Heard();
    private final List<McpClient> open = new ArrayList<>();
    private Set<Violation.Kind> expectedViolations = Set.of();

    McpClient open(ServerCommand command) {
        return open(command, profile());
    }

    McpClient open(ServerCommand command, InputHandlers handlers) {
        return open(command, profile().handlers(handlers));
    }

    McpClient open(ServerCommand command, ProtocolVersion only) {
        return open(command, profile().versions(VersionPolicy.exactly(only)));
    }

    McpClient open(ServerCommand command, ClientProfile.Builder profile) {
        var client = McpClient.connect(StdioTransport.of(command), profile.build());
        open.add(client);
        return client;
    }

    /** Starts a profile that hears everything, and remembers nothing of earlier tests. */
    ClientProfile.Builder profile() {
        return ClientProfile.builder().listener(heard).eraMemory(new EraMemory(InstantSource.system()));
    }

    Heard heard() {
        return heard;
    }

    /** Says what the server is known to do wrong. */
    void expectViolations(Violation.Kind... expected) {
        expectedViolations = Set.of(expected);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        long ready = open.stream()
                .filter(client -> client.state() instanceof ConnectionState.Ready)
                .count();
        // Proves that the search below would find what it looks for.
        assertThat(running()).as("servers that ran until now").hasSize(Math.toIntExact(ready));
        open.forEach(McpClient::close);
        await().atMost(PROCESS_END)
                .untilAsserted(() -> assertThat(running().map(ProcessHandle::info))
                        .as("processes left behind")
                        .isEmpty());
        for (var client : open) {
            assertThat(client.violations().keySet())
                    .as("%s", heard.violations())
                    .isEqualTo(expectedViolations);
        }
    }

    /** Finds the processes of installed servers, whoever their parent is by now. */
    private static Stream<ProcessHandle> running() {
        var folder = NodeServers.install().toString();
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder));
    }
}
