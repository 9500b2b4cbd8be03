package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Interop
final class SequentialThinkingInteropTest {
    record Thought(
            int thoughtNumber,
            int totalThoughts,
            boolean nextThoughtNeeded,
            List<String> branches,
            int thoughtHistoryLength) {}

    @RegisterExtension
    final Connections connections = new Connections();

    @Test
    void aThoughtComesBackStructured() {
        var client = connections.open(NodeServers.sequentialThinking());

        assertThat(client.listTools()).extracting(Tool::name).containsExactly("sequentialthinking");
        assertThat(client.callTool("sequentialthinking", thought(1, true)).as(Thought.class))
                .isEqualTo(new Thought(1, 2, true, List.of(), 1));
        assertThat(client.callTool("sequentialthinking", thought(2, false)).as(Thought.class))
                .isEqualTo(new Thought(2, 2, false, List.of(), 2));
    }

    private static Map<String, Object> thought(int number, boolean more) {
        return Map.of("thought", "step", "nextThoughtNeeded", more, "thoughtNumber", number, "totalThoughts", 2);
    }
}
