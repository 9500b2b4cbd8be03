package dev.fairlead.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What was kept and cannot be used stays where it is kept. */
final class PassingServersTest {
    @TempDir
    private Path home;

    @Test
    void anEntryThatCannotBeUsedIsNotErasedWithTheNextChange() throws Exception {
        var keep = Keep.in(home.resolve("console"));
        var strange = (ObjectNode) Json.parse("{\"program\": \"x\", \"env\": {\"KEY\": \"value\"}}");
        var kept = Json.object();
        kept.putObject("servers").set("strange", strange);
        keep.write("servers", kept);

        var servers = new PassingServers(keep, home);
        servers.typed("npx server", "another");

        assertThat(servers.find("strange")).isEmpty();
        assertThat(keep.read("servers").orElseThrow().path("servers").path("strange"))
                .isEqualTo(strange);
    }
}
