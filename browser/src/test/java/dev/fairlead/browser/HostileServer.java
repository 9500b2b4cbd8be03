package dev.fairlead.browser;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.FormSchema;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.PromptMessage;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceContents;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Refusal;
import dev.fairlead.testkit.ServerCall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A server all of whose words are {@link Payloads}. */
final class HostileServer {
    private final String beacon;
    private final List<String> payloads;
    private final String image;

    private HostileServer(String beacon) {
        this.beacon = beacon;
        this.payloads = Payloads.all(beacon);
        this.image = payloads.get(2);
    }

    static FakeServer of(String beacon) {
        return new HostileServer(beacon).build();
    }

    private FakeServer build() {
        var script = FakeServer.named("hostile")
                .info(Implementation.of(image, image).withTitle(image))
                .instructions(String.join("\n\n", payloads))
                .logging();
        tools(script);
        prompts(script);
        resources(script);
        return script.build();
    }

    private void tools(FakeServer.Builder script) {
        var every = String.join("\n\n", payloads);
        script.tool(Tool.of("results", every, schema()).withTitle(image).withOutputSchema(schema()), this::results);
        script.tool(Tool.of(image, every, ToolKit.object()), call -> CallToolResult.ofText(every));
        script.tool(Tool.of("fails", "fails", ToolKit.object()), call -> CallToolResult.failure(every));
        script.tool(Tool.of("breaks", "breaks", ToolKit.object()), call -> {
            throw Refusal.of(-32_000, every);
        });
        script.tool(Tool.of("asks", "asks", ToolKit.object()), this::ask);
        script.tool(
                Tool.of("page", "asks for a page", ToolKit.object()),
                call -> CallToolResult.ofText(
                        call.ask(new InputRequest.Url(every, "javascript:window." + Payloads.MARK + "=1", "id"))
                                .toString()));
    }

    private CallToolResult results(ServerCall call) {
        for (var payload : payloads) {
            call.log(LogLevel.WARNING, payload, JsonNodeFactory.instance.stringNode(payload));
        }
        call.progress(1, 2.0, image);
        var blocks = new ArrayList<ContentBlock>();
        payloads.forEach(payload -> blocks.add(ContentBlock.text(payload)));
        var svg = Payloads.svg(beacon);
        var html = Payloads.html(beacon);
        blocks.add(ContentBlock.image(bytes(svg), "image/svg+xml"));
        blocks.add(ContentBlock.image(bytes(svg), "image/png"));
        blocks.add(ContentBlock.image(bytes(html), "text/html"));
        blocks.add(ContentBlock.image(bytes(html), "image/png\" onerror=\"window.__pwned=1"));
        blocks.add(ContentBlock.audio(bytes(html), "audio/x;base64,\"><script>window.__pwned=1</script>"));
        blocks.add(ContentBlock.embedded(ResourceContents.text("ui://x/\"><script>", "text/html", html)));
        blocks.add(ContentBlock.embedded(ResourceContents.text(image, "image/svg+xml", svg)));
        blocks.add(ContentBlock.embedded(
                ResourceContents.text("x://markdown", "text/markdown", String.join("\n\n", payloads))));
        blocks.add(ContentBlock.embedded(ResourceContents.blob("x://html", "text/html", bytes(html))));
        blocks.add(ContentBlock.link(
                Resource.of("javascript:window.__pwned=1", image).withTitle(image)));
        var structured = Json.object();
        payloads.forEach(payload -> structured.put(payload, payload));
        return new CallToolResult(blocks, structured, false, null, Json.object());
    }

    private CallToolResult ask(ServerCall call) throws InterruptedException {
        var schema = ToolKit.object();
        schema.putObject("properties")
                .putObject("field")
                .put("type", "string")
                .put("title", image)
                .put("description", image)
                .put("default", image);
        return CallToolResult.ofText(
                call.ask(new InputRequest.Form(String.join("\n", payloads), FormSchema.from(schema), null))
                        .toString());
    }

    private void prompts(FakeServer.Builder script) {
        script.prompt(
                Prompt.of("words", String.join("\n\n", payloads), PromptArgument.optional(image, image))
                        .withTitle(image),
                call -> GetPromptResult.of(
                        image,
                        payloads.stream()
                                .map(payload -> PromptMessage.user(ContentBlock.text(payload)))
                                .toArray(PromptMessage[]::new)));
    }

    private void resources(FakeServer.Builder script) {
        var svg = Payloads.svg(beacon);
        var html = Payloads.html(beacon);
        script.resource(
                Resource.of("x://page", "page")
                        .withTitle(image)
                        .withDescription(image)
                        .withMimeType("text/html"),
                (uri, call) -> ReadResourceResult.of(
                        ResourceContents.text(uri, "text/html", html),
                        ResourceContents.text(uri, "image/svg+xml", svg),
                        ResourceContents.blob(uri, "image/svg+xml", bytes(svg)),
                        ResourceContents.blob(uri, "text/html", bytes(html)),
                        ResourceContents.text(uri, "text/markdown", String.join("\n\n", payloads))));
        script.resource(
                Resource.of("javascript:window.__pwned=1", image).withMimeType(image),
                (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, image, image)));
        script.template(
                ResourceTemplate.of("x://{name}", image).withTitle(image).withDescription(image),
                (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, image, image)));
    }

    private ObjectNode schema() {
        var schema = ToolKit.object();
        schema.put("title", image).put("description", image);
        var properties = schema.putObject("properties");
        properties
                .putObject(image)
                .put("type", "string")
                .put("title", image)
                .put("description", String.join("\n", payloads))
                .put("default", image);
        var choice = properties.putObject("choice");
        payloads.forEach(choice.put("type", "string").putArray("enum")::add);
        properties
                .putObject("__proto__")
                .put("type", "object")
                .putObject("properties")
                .putObject("constructor");
        properties.putObject("pattern").put("type", "string").put("pattern", "(a+)+$");
        return schema;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
