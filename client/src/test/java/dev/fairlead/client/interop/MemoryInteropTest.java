package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Interop
final class MemoryInteropTest {
    record Entity(String name, String entityType, List<String> observations) {}

    record Relation(String from, String to, String relationType) {}

    record Graph(List<Entity> entities, List<Relation> relations) {}

    private static final Entity ADA = new Entity("Ada", "person", List.of("wrote the first program"));
    private static final Entity ENGINE = new Entity("Engine", "machine", List.of("was never built"));
    private static final Relation KNEW = new Relation("Ada", "Engine", "programmed");

    @RegisterExtension
    final Connections connections = new Connections();

    private Path file;

    @BeforeEach
    void chooseFile(@TempDir Path folder) {
        file = folder.resolve("memory.jsonl");
    }

    @Test
    void remembersWhatItIsTold() {
        var client = connections.open(NodeServers.memory(file));

        var created = client.callTool("create_entities", Map.of("entities", List.of(ADA, ENGINE)));
        assertThat(created.structuredContent().orElseThrow().path("entities")).hasSize(2);
        assertThat(client.callTool("create_relations", Map.of("relations", List.of(KNEW)))
                        .isError())
                .isFalse();

        assertThat(client.callTool("read_graph", null).as(Graph.class))
                .isEqualTo(new Graph(List.of(ADA, ENGINE), List.of(KNEW)));
        assertThat(client.callTool("search_nodes", Map.of("query", "never built"))
                        .as(Graph.class)
                        .entities())
                .containsExactly(ENGINE);
    }

    @Test
    void remembersItInTheNextConnection() {
        try (var first = connections.open(NodeServers.memory(file))) {
            assertThat(first.callTool("create_entities", Map.of("entities", List.of(ADA)))
                            .isError())
                    .isFalse();

            var second = connections.open(NodeServers.memory(file));
            assertThat(second.callTool("read_graph", null).as(Graph.class).entities())
                    .containsExactly(ADA);
        }
    }

    @Test
    void announcesThatItsGraphChanged() throws Exception {
        var client = connections.open(NodeServers.memory(file));
        var graph = client.listResources().getFirst();

        try (var subscription = client.subscribe(SubscriptionFilter.resource(graph.uri()))) {
            assertThat(client.callTool("create_entities", Map.of("entities", List.of(ADA)))
                            .isError())
                    .isFalse();

            assertThat(subscription.next(Duration.ofSeconds(20)))
                    .contains(new ServerEvent.ResourceUpdated(graph.uri()));
            assertThat(client.readResource(graph.uri()).contents())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            ResourceContents.Text.class,
                            json -> assertThat(json.text()).contains("wrote the first program"));
        }
    }
}
