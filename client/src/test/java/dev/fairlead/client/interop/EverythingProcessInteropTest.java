package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

@Interop
final class EverythingProcessInteropTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final Connections connections = new Connections();

    @Test
    void standardErrorIsHeard() {
        var client = connections.open(NodeServers.everything());

        assertThat(client.ping()).isPositive();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(connections.heard().stderr()).contains("Starting default (STDIO) server..."));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void itsEnvironmentHoldsOnlyWhatIsSafeOrDeclared() {
        var client = connections.open(NodeServers.everything().withVariable("GREETING", "hello"));

        var environment = Json.parse(client.callTool("get-env", null).text());

        assertThat(System.getenv().keySet()).as("ours has more").hasSizeGreaterThan(7);
        assertThat(environment.propertyNames())
                .contains("PATH", "GREETING", "FAIRLEAD_LIFELINE")
                .isSubsetOf(
                        List.of("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "GREETING", "FAIRLEAD_LIFELINE"));
        assertThat(environment.path("GREETING").stringValue()).isEqualTo("hello");
    }
}
