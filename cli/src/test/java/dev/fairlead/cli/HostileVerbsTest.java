package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.text.HostileText;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Completion;
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
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Strings that want to do more than be read, through everything that the command prints: twenty thousand by each way in
 * every build, a hundred thousand by {@code cli/campaign texts} ({@code -Dhostile.strings=100000}).
 */
@Timeout(300)
@Tag("thorough")
final class HostileVerbsTest {
    private static final int STRINGS = Integer.getInteger("hostile.strings", 20_000);
    private static final int AT_ONCE = 2_000;
    private static final AtomicLong LOOKED_AT = new AtomicLong();

    @AfterAll
    static void sayHowMuch() {
        System.out.printf(
                "texts: %s to a terminal, a pipe and as JSON, by each of %s ways; %s characters were printed%n",
                STRINGS, passages().count(), LOOKED_AT);
    }

    /** One way for the strings of a server to what the command prints. */
    private record Passage(String name, BiFunction<Random, Integer, FakeServer> server, List<String> words) {
        @Override
        public String toString() {
            return name;
        }
    }

    private enum Way {
        PIPE,
        TERMINAL,
        JSON
    }

    private static Passage passage(String name, BiFunction<Random, Integer, FakeServer> server, String... words) {
        return new Passage(name, server, List.of(words));
    }

    static Stream<Passage> passages() {
        return Stream.of(
                passage("tools", HostileVerbsTest::tools, "tools", "fake"),
                passage("prompts", HostileVerbsTest::prompts, "prompts", "fake"),
                passage("resources", HostileVerbsTest::resources, "resources", "fake"),
                passage("templates", HostileVerbsTest::templates, "templates", "fake"),
                passage("the help of a tool", HostileVerbsTest::oneTool, "call", "fake", "t", "--help"),
                passage("answers", answering(false), "call", "fake", "t"),
                passage("answers that are one text", HostileVerbsTest::oneText, "call", "fake", "t"),
                passage("structured answers", HostileVerbsTest::structured, "call", "fake", "t"),
                passage("errors of tools", answering(true), "call", "fake", "t"),
                passage("errors of servers", HostileVerbsTest::refusing, "call", "fake", "t"),
                passage("suggestions", HostileVerbsTest::tools, "call", "fake", "zzz"),
                passage("messages", HostileVerbsTest::oneText, "call", "fake", "t", "-v"),
                passage("progress and log", HostileVerbsTest::reporting, "call", "fake", "t", "-v"),
                passage("prompts filled in", HostileVerbsTest::filling, "prompt", "fake", "p"),
                passage("contents", HostileVerbsTest::reading, "read", "fake", "x:y"),
                passage("completions", HostileVerbsTest::completing, "complete", "fake", "p", "a"),
                passage("who a server is", HostileVerbsTest::boasting, "info", "fake"),
                passage("what is found", HostileVerbsTest::tools, "grep", "--regex", ".", "fake"),
                passage("what doctor says of tools", HostileVerbsTest::tools, "doctor", "fake"),
                passage("what doctor says of a server", HostileVerbsTest::boasting, "doctor", "fake"),
                passage("questions that nobody answers", HostileVerbsTest::asking, "call", "fake", "t"),
                passage("failures of a measurement", answering(true), "bench", "fake", "t", "--calls", "2"));
    }

    @ParameterizedTest
    @MethodSource("passages")
    void nothingHostilePasses(Passage passage) {
        for (int done = 0; done < STRINGS; done += AT_ONCE) {
            for (var way : Way.values()) {
                var seed = done;
                var shell = Shell.with(passage.server.apply(new Random(seed), AT_ONCE));
                var words = way == Way.JSON
                        ? Stream.concat(passage.words.stream(), Stream.of("--json"))
                        : passage.words.stream();
                if (way == Way.TERMINAL) {
                    shell.variable("TERM", "xterm").watched().onTerminal();
                }

                var run = shell.run(words.toArray(String[]::new));

                var printed = run.out() + run.err();
                var theirs =
                        way == Way.TERMINAL ? HostileText.withoutOurs(printed).replace("\r\u001b[K", "") : printed;
                assertThat(HostileText.firstHostile(theirs))
                        .as("%s, seed %d, %s", passage, seed, way)
                        .isEmpty();
                assertThat(printed.length()).as("something is printed").isPositive();
                LOOKED_AT.addAndGet(printed.length());
                if (way == Way.JSON) {
                    assertThat(run.out().lines()).as("seed %d", seed).hasSize(1);
                    assertThat(Json.parse(run.out()).isObject()).isTrue();
                }
            }
        }
    }

    private static FakeServer.Builder fake() {
        return FakeServer.named("fake");
    }

    private static ObjectNode schema(Random random) {
        var schema = Json.object().put("type", "object");
        var property = schema.putObject("properties").putObject(text(random));
        property.put("description", text(random))
                .put("default", text(random))
                .putArray("enum")
                .add(text(random));
        return schema;
    }

    private static String text(Random random) {
        return HostileText.next(random);
    }

    private static String many(Random random, int count) {
        var all = new StringBuilder();
        IntStream.range(0, count).forEach(i -> all.append(text(random)).append(i % 9 == 0 ? "\n" : " "));
        return all.toString();
    }

    private static FakeServer tools(Random random, int count) {
        var server = fake();
        IntStream.range(0, count / 5)
                .forEach(i -> server.tool(
                        Tool.of(text(random) + i, text(random), schema(random)).withTitle(text(random)),
                        call -> CallToolResult.ofText("")));
        return server.build();
    }

    private static FakeServer oneTool(Random random, int count) {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        IntStream.range(0, count / 4)
                .forEach(i -> properties
                        .putObject(text(random) + i)
                        .put("description", text(random))
                        .put("default", text(random))
                        .putArray("enum")
                        .add(text(random)));
        return fake().tool(Tool.of("t", many(random, 9), schema), call -> CallToolResult.ofText(""))
                .build();
    }

    private static FakeServer prompts(Random random, int count) {
        var server = fake();
        IntStream.range(0, count / 4)
                .forEach(i -> server.prompt(
                        Prompt.of(text(random) + i, text(random), PromptArgument.required(text(random), text(random))),
                        call -> GetPromptResult.of(null)));
        return server.build();
    }

    private static FakeServer resources(Random random, int count) {
        var server = fake();
        IntStream.range(0, count / 4)
                .forEach(i -> server.resource(
                        Resource.from(Resource.of(text(random) + i, text(random))
                                .toJson()
                                .put("title", text(random))
                                .put("mimeType", text(random))
                                .put("description", text(random))),
                        (uri, call) -> ReadResourceResult.of()));
        return server.build();
    }

    private static FakeServer templates(Random random, int count) {
        var server = fake();
        IntStream.range(0, count / 4)
                .forEach(i -> server.template(
                        ResourceTemplate.from(ResourceTemplate.of(text(random) + i, text(random))
                                .toJson()
                                .put("mimeType", text(random))
                                .put("description", text(random))),
                        (uri, call) -> ReadResourceResult.of()));
        return server.build();
    }

    private static FakeServer one(dev.fairlead.testkit.ToolHandler handler) {
        return fake().tool(Tool.of("t", null, Json.object().put("type", "object")), handler)
                .build();
    }

    private static BiFunction<Random, Integer, FakeServer> answering(boolean error) {
        return (random, count) -> one(call -> {
            var answer = Json.object().put("isError", error);
            var content = answer.putArray("content");
            for (int i = 0; i < count / 4; i++) {
                content.add(ContentBlock.text(text(random)).toJson());
                content.addObject()
                        .put("type", "resource_link")
                        .put("uri", text(random))
                        .put("name", text(random));
                content.addObject().put("type", "x" + text(random)).put("y", text(random));
                content.addObject()
                        .put("type", "image")
                        .put("mimeType", text(random))
                        .put("data", "AAAA");
            }
            return CallToolResult.from(answer);
        });
    }

    private static FakeServer oneText(Random random, int count) {
        return one(call -> CallToolResult.ofText(many(random, count)));
    }

    private static FakeServer structured(Random random, int count) {
        return one(call -> {
            var answer = Json.object();
            answer.putArray("content");
            var values = answer.putObject("structuredContent");
            IntStream.range(0, count / 2).forEach(i -> values.put(text(random) + i, text(random)));
            return CallToolResult.from(answer);
        });
    }

    private static FakeServer refusing(Random random, int count) {
        return one(call -> {
            throw Refusal.of(-32603, many(random, count));
        });
    }

    private static FakeServer reporting(Random random, int count) {
        return one(call -> {
            for (int i = 0; i < count / 20; i++) {
                call.progress(i, count * 1.0, text(random));
                call.log(LogLevel.WARNING, text(random), JsonNodeFactory.instance.stringNode(many(random, 18)));
            }
            return CallToolResult.ofText("done");
        });
    }

    private static FakeServer asking(Random random, int count) {
        var schema = Json.object().put("type", "object");
        var fields = schema.putObject("properties");
        IntStream.range(0, 50)
                .forEach(i -> fields.putObject(text(random) + i)
                        .put("type", "string")
                        .put("title", text(random))
                        .put("description", text(random)));
        return one(call -> {
            var answer = call.ask(new InputRequest.Form(many(random, count), FormSchema.from(schema), null));
            return CallToolResult.ofText(Json.write(answer));
        });
    }

    private static FakeServer filling(Random random, int count) {
        return fake().prompt(
                        Prompt.of("p", null),
                        call -> GetPromptResult.of(
                                text(random),
                                IntStream.range(0, count)
                                        .mapToObj(i -> PromptMessage.user(ContentBlock.text(text(random))))
                                        .toArray(PromptMessage[]::new)))
                .build();
    }

    private static FakeServer reading(Random random, int count) {
        return fake().resource(
                        Resource.of("x:y", "x"),
                        (uri, call) -> ReadResourceResult.of(IntStream.range(0, count / 2)
                                .mapToObj(i -> i % 2 == 0
                                        ? ResourceContents.text(text(random), text(random), text(random))
                                        : ResourceContents.blob(text(random), text(random), new byte[3]))
                                .toArray(ResourceContents[]::new)))
                .build();
    }

    private static FakeServer completing(Random random, int count) {
        return fake().prompt(Prompt.of("p", null, PromptArgument.required("a", null)), call -> GetPromptResult.of(null))
                .completion((reference, argument, value, context) -> Completion.of(IntStream.range(0, Completion.MOST)
                        .mapToObj(i -> many(random, count / Completion.MOST))
                        .toList()))
                .build();
    }

    private static FakeServer boasting(Random random, int count) {
        return fake().info(Implementation.from(Json.object()
                        .put("name", text(random))
                        .put("version", text(random))
                        .put("title", text(random))
                        .put("description", many(random, 50))
                        .put("websiteUrl", text(random))))
                .instructions(many(random, count))
                .build();
    }
}
