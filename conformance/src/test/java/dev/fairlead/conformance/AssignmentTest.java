package dev.fairlead.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.VersionPolicy;
import dev.fairlead.protocol.ProtocolVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssignmentTest {

    @Test
    void theUrlIsTheLastArgumentAndAllElseComesInTheEnvironment() {
        var assignment = Assignment.from(
                List.of("--any", "http://localhost:1/mcp"),
                Map.of(
                        "MCP_CONFORMANCE_SCENARIO", "tools_call",
                        "MCP_CONFORMANCE_PROTOCOL_VERSION", "2025-06-18",
                        "MCP_CONFORMANCE_CONTEXT", "{\"name\":\"tools_call\",\"nothing\":null}"));

        assertThat(assignment.url()).isEqualTo("http://localhost:1/mcp");
        assertThat(assignment.scenario()).isEqualTo("tools_call");
        assertThat(assignment.version()).isEqualTo("2025-06-18");
        assertThat(assignment.context().get("nothing").isNull()).isTrue();
    }

    @Test
    void aScenarioMayHaveNoContext() {
        var assignment = Assignment.from(List.of("http://localhost:1/mcp"), Map.of());

        assertThat(assignment.context().isObject()).isTrue();
        assertThat(assignment.context().isEmpty()).isTrue();
    }

    @Test
    void withoutAUrlThereIsNothingToDo() {
        assertThatThrownBy(() -> Assignment.from(List.of(), Map.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyAnOlderRevisionCapsWhatTheClientMaySpeak() {
        var all = VersionPolicy.automatic().allowed();
        assertThat(ConformanceClient.versions("2026-07-28").allowed()).isEqualTo(all);
        assertThat(ConformanceClient.versions("").allowed()).isEqualTo(all);
        assertThat(ConformanceClient.versions("2025-11-25").allowed())
                .isEqualTo(VersionPolicy.legacyOnly().allowed());
        assertThat(ConformanceClient.versions("2025-06-18").allowed()).first().isEqualTo(ProtocolVersion.V2025_06_18);
    }
}
