package dev.fairlead.browser;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/** Tools for a model to call, and what was called really: a page that says that nothing ran could be wrong. */
final class ToolKit {
    private final List<String> ran = new CopyOnWriteArrayList<>();

    /** Serves them as a server {@code kit}, whose calls may take as long as is said. */
    String configured(Bench bench, String limit) {
        return "{\"mcpServers\":{\"kit\":{\"url\":\"%s\",\"requestTimeout\":\"%s\"}}}"
                .formatted(bench.serve(server()), limit);
    }

    private FakeServer server() {
        return FakeServer.named("kit")
                .tool(Tool.of("mirror", "Returns its arguments", object()).withOutputSchema(object()), call -> {
                    ran.add("mirror");
                    return CallToolResult.ofStructured(call.arguments());
                })
                .tool(Tool.of("fail", "Fails", object()), call -> {
                    ran.add("fail");
                    return CallToolResult.failure("The cupboard is bare.");
                })
                .tool(Tool.of("wait", "Waits until it is cancelled", object()), call -> {
                    ran.add("wait");
                    call.pause(Duration.ofHours(1));
                    return CallToolResult.ofText("nobody waited that long");
                })
                .build();
    }

    /** Returns the names of all tools that were called, oldest first. */
    List<String> ran() {
        return List.copyOf(ran);
    }

    /** Returns the schema of arguments of any kind. */
    static ObjectNode object() {
        return Json.object().put("type", "object");
    }
}
