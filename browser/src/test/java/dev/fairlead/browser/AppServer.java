package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Frame;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/** A server with an interface of its own that does what it is told from outside, and tools that note when they run. */
final class AppServer {
    private static final String TYPE = "text/html;profile=mcp-app";
    /** {@code ask} asks the console something, {@code onPress} is what happens when somebody presses the button. */
    private static final String HTML = """
        <!doctype html><html><head><title>app</title></head><body><h1>an app</h1>
        <button onclick="window.onPress()">Press me</button> <input aria-label="Field of the app">
        <script>
        let next = 1; const open = new Map(); window.heard = [];
        addEventListener('message', event => { const message = event.data; window.heard.push(message);
          if (message && open.has(message.id)) { open.get(message.id)(message); open.delete(message.id); } });
        window.ask = (method, params) => new Promise(done => { const id = 'app-' + next++; open.set(id, done);
          parent.postMessage({jsonrpc: '2.0', id, method, params}, '*'); });
        window.onPress = () => {};
        ask('ui/initialize', {protocolVersion: '2026-01-26', appInfo: {name: 'x', version: '1'}, appCapabilities: {}})
          .then(() => { parent.postMessage({jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {}}, '*');
            window.begun = true; });
        </script></body></html>
        """;

    private final String name;
    private final List<String> ran = new CopyOnWriteArrayList<>();

    AppServer(String name) {
        this.name = name;
    }

    FakeServer server() {
        var uri = "ui://%s/view".formatted(name);
        return FakeServer.named(name)
                .tool(
                        Tool.of(name + "-show", "Shows its interface", ToolKit.object())
                                .withMeta((ObjectNode) Json.parse("{\"ui\":{\"resourceUri\":\"%s\"}}".formatted(uri))),
                        call -> CallToolResult.ofText("shown"))
                .tool(Tool.of(name + "-danger", "Does something for good", ToolKit.object()), call -> {
                    ran.add("danger");
                    return CallToolResult.ofText("done");
                })
                .tool(
                        Tool.of(name + "-model", "Not for interfaces", ToolKit.object())
                                .withMeta((ObjectNode) Json.parse("{\"ui\":{\"visibility\":[\"model\"]}}")),
                        call -> {
                            ran.add("model");
                            return CallToolResult.ofText("done");
                        })
                .resource(
                        Resource.of(uri, "view"),
                        (asked, call) -> ReadResourceResult.of(ResourceContents.text(asked, TYPE, HTML)))
                .build();
    }

    /** Returns the frame of the one interface that is on the page. */
    static Frame shown(Visitor visitor) {
        var page = visitor.page();
        assertThat(page.frameLocator("iframe").frameLocator("iframe").locator("h1"))
                .hasText("an app");
        return page.frames().stream()
                .filter(frame ->
                        frame.parentFrame() != null && frame.parentFrame().parentFrame() != null)
                .findFirst()
                .orElseThrow();
    }

    /** Returns which tools ran, oldest first, but for the one that shows the interface. */
    List<String> ran() {
        return List.copyOf(ran);
    }
}
