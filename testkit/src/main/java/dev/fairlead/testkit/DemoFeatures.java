package dev.fairlead.testkit;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Completion;
import dev.fairlead.protocol.CompletionReference;
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
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the demo server can do. */
final class DemoFeatures {
    private static final String COUNTER = "demo://counter";
    private static final String README = """
        # The demo server

        Call `add`, let `sleep` report its progress, have `ask` ask you, and watch demo://counter while calling `count`.
        """;
    // A square of 8 by 8 pixels.
    private static final byte[] LOGO = Base64.getDecoder()
            .decode(
                    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAGUlEQVR42mP4dNBP3q8Sk2TAKgokGQalDgBTpFzhL6DVCQAAAABJRU5ErkJggg==");
    private static final List<String> STYLES = List.of("brief", "friendly", "thorough", "strict");
    private static final String SAILING = "mind the fairleads";
    private static final Map<String, String> NOTES = Map.of("shopping", "milk, bread, rope", "sailing", SAILING);

    private final AtomicInteger counter = new AtomicInteger();

    private DemoFeatures() {}

    static FakeServer.Builder addTo(FakeServer.Builder script) {
        var demo = new DemoFeatures();
        script.info(Implementation.of("fairlead-demo", "1.0.0").withTitle("Fairlead demo server"))
                .instructions("A server to try things on. Nothing it does has any effect outside itself.")
                .logging();
        demo.calculations(script);
        demo.behaviours(script);
        demo.contents(script);
        demo.prompts(script);
        demo.resources(script);
        return script;
    }

    private void calculations(FakeServer.Builder script) {
        var numbers = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"},\"b\":{\"type\":\"number\"}},"
                + "\"required\":[\"a\",\"b\"]}";
        script.tool(
                Tool.of("add", "Adds two numbers", schema(numbers))
                        .withTitle("Add")
                        .withOutputSchema(schema("{\"type\":\"object\",\"properties\":{\"sum\":{\"type\":\"number\"}},"
                                + "\"required\":[\"sum\"]}"))
                        .withAnnotations(ToolAnnotations.readingOnly()),
                DemoFeatures::add);
        script.tool(
                Tool.of("echo", "Returns the text it is given", texts("text"))
                        .withAnnotations(ToolAnnotations.readingOnly()),
                call -> CallToolResult.ofText(call.text("text", "")));
        script.tool(
                Tool.of("weather", "Tells the weather of a city, always the same", texts("city"))
                        .withOutputSchema(schema("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},"
                                + "\"temperature\":{\"type\":\"number\"},\"sky\":{\"enum\":[\"clear\",\"cloudy\"]}},"
                                + "\"required\":[\"city\",\"temperature\",\"sky\"]}"))
                        .withAnnotations(ToolAnnotations.readingOnly()),
                call -> CallToolResult.ofStructured(Json.object()
                        .put("city", call.text("city", ""))
                        .put("temperature", 18.5)
                        .put("sky", "clear")));
    }

    private void behaviours(FakeServer.Builder script) {
        script.tool(
                Tool.of(
                        "sleep",
                        "Takes its time, reporting progress",
                        schema("{\"type\":\"object\",\"properties\":{\"seconds\":{\"type\":\"number\",\"minimum\":0},"
                                + "\"steps\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"seconds\"]}")),
                DemoFeatures::sleep);
        script.tool(
                Tool.of("fail", "Fails, and says so", schema("{\"type\":\"object\"}")),
                call -> CallToolResult.failure("This tool always fails."));
        script.tool(
                Tool.of("ask", "Asks for a name and a colour, and greets", schema("{\"type\":\"object\"}")),
                DemoFeatures::ask);
        script.tool(Tool.of("count", "Adds one to " + COUNTER, schema("{\"type\":\"object\"}")), call -> {
            int count = counter.incrementAndGet();
            call.tell(new ServerEvent.ResourceUpdated(COUNTER));
            return CallToolResult.ofText(Integer.toString(count));
        });
    }

    private void contents(FakeServer.Builder script) {
        script.tool(
                Tool.of("picture", "Returns a small picture", schema("{\"type\":\"object\"}"))
                        .withAnnotations(ToolAnnotations.readingOnly()),
                call -> CallToolResult.of(ContentBlock.text("A picture:"), ContentBlock.image(LOGO, "image/png")));
        script.tool(
                Tool.of("link", "Returns a link to a resource, and a resource", schema("{\"type\":\"object\"}"))
                        .withAnnotations(ToolAnnotations.readingOnly()),
                call -> CallToolResult.of(
                        ContentBlock.link(Resource.of("demo://readme", "readme").withMimeType("text/markdown")),
                        ContentBlock.embedded(ResourceContents.text("demo://notes/sailing", "text/plain", SAILING))));
    }

    private void prompts(FakeServer.Builder script) {
        script.prompt(
                Prompt.of("greet", "Greets somebody", PromptArgument.required("name", "Whom to greet")),
                call -> GetPromptResult.of(
                        "A greeting",
                        PromptMessage.user(ContentBlock.text("Please greet " + call.text("name", "") + "."))));
        script.prompt(
                Prompt.of(
                        "review",
                        "Asks for a review of code",
                        PromptArgument.required("code", "What to review"),
                        PromptArgument.optional("style", "How to review it")),
                call -> GetPromptResult.of(
                        "A code review",
                        PromptMessage.user(ContentBlock.text("Please give this code a %s review:\n\n%s"
                                .formatted(call.text("style", "friendly"), call.text("code", ""))))));
        script.completion((reference, argument, value, context) -> {
            boolean style = reference instanceof CompletionReference.OfPrompt(var prompt)
                    && prompt.equals("review")
                    && argument.equals("style");
            var all = style ? STYLES.stream() : notes(reference, argument);
            return Completion.of(all.filter(one -> one.startsWith(value)).toList());
        });
    }

    private static java.util.stream.Stream<String> notes(CompletionReference reference, String argument) {
        return reference instanceof CompletionReference.OfResource && argument.equals("name")
                ? NOTES.keySet().stream().sorted()
                : java.util.stream.Stream.of();
    }

    private void resources(FakeServer.Builder script) {
        script.resource(
                Resource.of("demo://readme", "readme").withTitle("Read me").withMimeType("text/markdown"),
                (uri, call) -> ReadResourceResult.of(ResourceContents.text(uri, "text/markdown", README)));
        script.resource(
                Resource.of("demo://logo", "logo").withMimeType("image/png").withSize(LOGO.length),
                (uri, call) -> ReadResourceResult.of(ResourceContents.blob(uri, "image/png", LOGO)));
        script.resource(
                Resource.of(COUNTER, "counter").withMimeType("text/plain"),
                (uri, call) -> ReadResourceResult.of(
                        ResourceContents.text(uri, "text/plain", Integer.toString(counter.get()))));
        script.template(ResourceTemplate.of("demo://notes/{name}", "notes").withMimeType("text/plain"), (uri, call) -> {
            var note = NOTES.get(uri.substring("demo://notes/".length()));
            if (note == null) {
                throw Refusal.invalid("There is no such note");
            }
            return ReadResourceResult.of(ResourceContents.text(uri, "text/plain", note));
        });
    }

    private static CallToolResult add(ServerCall call) {
        var a = call.arguments().path("a");
        var b = call.arguments().path("b");
        if (!a.isNumber() || !b.isNumber()) {
            return CallToolResult.failure("a and b must be numbers");
        }
        var sum = a.decimalValue().add(b.decimalValue());
        var whole = sum.stripTrailingZeros();
        var value = whole.scale() <= 0 && whole.precision() - whole.scale() < 19
                ? JsonNodeFactory.instance.numberNode(whole.longValueExact())
                : JsonNodeFactory.instance.numberNode(whole);
        var structured = Json.object();
        structured.set("sum", value);
        return new CallToolResult(List.of(ContentBlock.text(plain(whole))), structured, false, null, Json.object());
    }

    private static String plain(BigDecimal number) {
        return Math.abs(number.scale()) < 30 ? number.toPlainString() : number.toString();
    }

    private static CallToolResult sleep(ServerCall call) throws InterruptedException {
        double seconds = Math.clamp(call.number("seconds", 1), 0, 3600);
        int steps = (int) Math.clamp(call.number("steps", 4), 1, 10_000);
        call.log(LogLevel.INFO, "sleep", JsonNodeFactory.instance.stringNode("falling asleep"));
        for (int step = 1; step <= steps; step++) {
            call.pause(Duration.ofNanos((long) (seconds * 1e9 / steps)));
            call.progress(step, (double) steps, "step %s of %s".formatted(step, steps));
        }
        return CallToolResult.ofText(
                "slept " + plain(BigDecimal.valueOf(seconds).stripTrailingZeros()) + " s");
    }

    private static CallToolResult ask(ServerCall call) throws InterruptedException {
        var form = FormSchema.from(schema("{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\","
                + "\"title\":\"Your name\",\"minLength\":1},\"colour\":{\"type\":\"string\","
                + "\"title\":\"Your colour\",\"enum\":[\"red\",\"green\",\"blue\"]}},\"required\":[\"name\"]}"));
        var answer = call.ask(new InputRequest.Form("Who are you?", form, null));
        if (!answer.path("action").stringValue("").equals("accept")) {
            return CallToolResult.ofText("Never mind.");
        }
        var content = answer.path("content");
        var colour = content.path("colour").stringValue("");
        return CallToolResult.ofText("Hello, %s%s!"
                .formatted(content.path("name").asString(""), colour.isEmpty() ? "" : ", friend of " + colour));
    }

    private static ObjectNode texts(String name) {
        return schema("{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"string\"}},\"required\":[\"%s\"]}"
                .formatted(name, name));
    }

    private static ObjectNode schema(String json) {
        return (ObjectNode) Json.parse(json);
    }
}
