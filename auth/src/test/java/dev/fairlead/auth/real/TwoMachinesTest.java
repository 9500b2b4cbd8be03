package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web application of several machines, each a process of its own, before a real authorization server. */
@Real
final class TwoMachinesTest {

    @Test
    void oneMachineBeginsAnotherFinishesAndAThirdCalls(@TempDir Path folder) throws IOException, InterruptedException {
        var store = folder.resolve("tokens.json");
        try (var server = OidcProvider.start()) {
            var begun = Json.parse(WebNode.run(store, server.mcp(), "call", ""));
            var callback = OidcProvider.person("alice")
                    .stopBefore(Reach.REDIRECT, begun.path("url").stringValue());

            WebNode.run(
                    store,
                    server.mcp(),
                    "finish",
                    Json.write(Json.object()
                            .put("pending", begun.path("pending").stringValue())
                            .put("callback", callback)));

            assertThat(WebNode.run(store, server.mcp(), "call", "")).isEqualTo("alice");
            assertThat(server.granted("authorization_code")).isEqualTo(1);
        }
    }
}
