package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Stores;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What is done about servers at the page is written down. */
final class AuditTest {
    @TempDir
    private Path home;

    private final List<AuditRecord> audit = new CopyOnWriteArrayList<>();

    private List<String> changes() {
        return audit.stream()
                .filter(entry -> entry.kind() == AuditRecord.Kind.CONFIGURATION)
                .map(entry -> entry.server() + " " + entry.what())
                .toList();
    }

    @Test
    void serversThatAreAddedChangedAndRemovedAreWrittenDown() throws Exception {
        var store = Stores.memory();
        try (var page =
                new Page(home, builder -> builder.host(host -> host.store(store).audit(audit::add)))) {
            page.connect("demo");
            var entry = (ObjectNode) page.get("/api/servers/demo/entry").path("entry");
            entry.putObject("env").put("TOKEN", "hunter2hunter2");
            var body = Json.object();
            body.set("entry", entry);
            assertThat(page.send("PUT", "/api/servers/demo", Json.write(body)).statusCode())
                    .isEqualTo(200);
            page.send("DELETE", "/api/servers/demo", null);
            assertThat(changes())
                    .containsExactly(
                            "demo added at the console", "demo changed at the console", "demo removed at the console");

            page.post("/api/servers", "{\"text\":\"demo\",\"name\":\"mine\",\"keep\":true}");
            page.await("/api/state", state -> !Page.server(state, "mine").isEmpty());
            page.send("DELETE", "/api/servers/mine", null);
            var file = home.resolve("fairlead.json");
            assertThat(changes().subList(3, changes().size()))
                    .containsExactly(
                            "mine written to %s, at the console".formatted(file),
                            "mine removed from %s, at the console".formatted(file));
            assertThat(audit.toString()).doesNotContain("hunter2");
        }
    }
}
