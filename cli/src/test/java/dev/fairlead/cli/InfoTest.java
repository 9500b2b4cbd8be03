package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.cli.info.Capabilities;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.ServerCapabilities;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.RecordedRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** What is told of a server, and how it answers to pings. */
@Timeout(120)
final class InfoTest {
    private static final ObjectNode ANYTHING = Json.object().put("type", "object");

    private static FakeServer.Builder ship() {
        return FakeServer.named("ship")
                .info(new Implementation(
                        "ship", "2.1.0", "The \u001b[2JShip", null, "https://ship.example", List.of(), Json.object()))
                .instructions("Steer\n\n  gently\u202E.")
                .tool(Tool.of("steer", null, ANYTHING), call -> CallToolResult.ofText("aye"))
                .tool(Tool.of("reef", null, ANYTHING), call -> CallToolResult.ofText("aye"))
                .prompt(Prompt.of("log", null), call -> GetPromptResult.of(null))
                .resource(Resource.of("ship://deck", "deck"), (uri, call) -> ReadResourceResult.of())
                .template(ResourceTemplate.of("ship://{part}", "part"), (uri, call) -> ReadResourceResult.of());
    }

    @Test
    void isReadable() {
        var run = Shell.with(ship().build()).run("info", "fake");

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().replaceAll("[0-9.]+ ms", "T")).isEqualTo("""
            server        ship 2.1.0 (The \\u001b[2JShip)
            website       https://ship.example
            target        ship
            protocol      2026-07-28 (modern)
            transport     in memory
            capabilities  tools (listChanged)
                          prompts (listChanged)
                          resources (subscribe, listChanged)
            offers        2 tools
                          1 prompt
                          1 resource
                          1 resource template
            instructions  Steer
                            gently\\u202e.
            opening       1. server/discover over in memory: it speaks 2026-07-28
            timings       connect T, ping T, tools T, prompts T, resources T, resource templates T
            """);
    }

    @Test
    void isADocumentForPrograms() {
        var run = Shell.with(ship().era(Era.LEGACY).build()).run("info", "fake", "--json");

        assertThat(run.code()).isZero();
        var document = document(run);
        var timings = (ObjectNode) document.remove("timingsMs");
        assertThat(timings.propertyNames())
                .containsExactly("connect", "ping", "tools", "prompts", "resources", "resourceTemplates");
        assertThat(timings.values()).allMatch(time -> time.isNumber());
        assertThat(document.remove("durationMs").isIntegralNumber()).isTrue();
        assertThat(document.remove("opening").path(0).stringValue()).startsWith("server/discover over in memory: ");
        assertThat(document).isEqualTo(Json.parse("""
            {"success": true,
             "server": {"target": "ship", "name": "ship", "version": "2.1.0", "protocolVersion": "2025-11-25"},
             "implementation": {"name": "ship", "version": "2.1.0", "title": "The \\u001b[2JShip",
                                "websiteUrl": "https://ship.example"},
             "era": "legacy", "transport": "in memory", "instructions": "Steer\\n\\n  gently\\u202e.",
             "capabilities": {"tools": {"listChanged": true}, "prompts": {"listChanged": true},
                              "resources": {"subscribe": true, "listChanged": true}},
             "counts": {"tools": 2, "prompts": 1, "resources": 1, "resourceTemplates": 1},
             "leftOutTools": {}, "violations": {}, "failures": {}, "error": null}
            """));
    }

    @Test
    void countsOnlyWhatIsOffered() {
        var counts = document(Shell.with(FakeServer.named("bare").build()).run("info", "fake", "--json"))
                .path("counts");

        assertThat(counts)
                .isEqualTo(
                        Json.parse("{\"tools\":null,\"prompts\":null,\"resources\":null,\"resourceTemplates\":null}"));
    }

    @Test
    void namesToolsThatCannotBeCalled() {
        var schema = Json.object().put("type", "object");
        schema.putObject("properties").putObject("a").put("type", "string").put("x-mcp-header", "no name");
        var server = ship().tool(Tool.of("bad", null, schema), call -> CallToolResult.ofText("?"))
                .build();
        try (var front = HttpFront.serving(server)) {
            var run = new Shell().run("info", front.url());

            assertThat(run.code()).isZero();
            assertThat(run.out().lines())
                    .contains("offers        2 tools")
                    .anyMatch(line -> line.startsWith("left out      bad: "))
                    .contains("tolerated     1 × bad-shape");
            assertThat(document(new Shell().run("info", front.url(), "--json"))
                            .path("leftOutTools")
                            .propertyNames())
                    .containsExactly("bad");
        }
    }

    @Test
    void tellsWhatTheServerDoesNotAnswer() {
        try (var front = HttpFront.serving(ship().build())) {
            front.faults().on(RecordedRequest.rpc("prompts/list"), (exchange, usual) -> exchange.answer(500));

            var run = new Shell().run("info", front.url());

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.out().lines())
                    .anyMatch(line -> line.contains("prompts, which it does not list: ") && line.contains("HTTP 500"))
                    .anyMatch(line -> line.contains(" 1 resource template"));
            assertThat(run.err()).startsWith("fairlead: ").contains("HTTP 500");
            var document = document(new Shell().run("info", front.url(), "--json"));
            assertThat(document.path("success").booleanValue()).isFalse();
            assertThat(document.path("failures").path("prompts").path("status").intValue())
                    .isEqualTo(500);
            assertThat(document.path("counts").path("tools").intValue()).isEqualTo(2);
            assertThat(document.path("error"))
                    .isEqualTo(document.path("failures").path("prompts"));
        }
    }

    @Test
    void namesCapabilitiesThatNobodyHasHeardOf() {
        var capabilities = ServerCapabilities.from(Json.parse("""
            {"tools": {}, "logging": true, "prompts": null, "resources": false,
             "tasks": {"list": {}, "cancel": false, "requests": {"tools": {"call": {}}}},
             "extensions": {"example.com/sails": {"x": {"y": true}}},
             "keel": {"depth": 7, "steel": true}}
            """));

        assertThat(Capabilities.words(capabilities))
                .containsExactly(
                        "tools",
                        "logging",
                        "tasks (list, requests.tools.call)",
                        "extensions (example.com/sails)",
                        "keel (steel)");
    }

    @Test
    void keepsLongStoriesShort() {
        var story = "word ".repeat(200) + "\n" + "line\n".repeat(30);

        var run =
                Shell.with(FakeServer.named("fake").instructions(story).build()).run("info", "fake");

        assertThat(run.out().lines()).hasSizeLessThan(20).allMatch(line -> line.length() < 400);
        assertThat(run.out()).contains("… (21 more lines; --json has them all)");
    }

    @Test
    void pingsAreADocumentForPrograms() {
        var document = document(Shell.with(ship().build()).run("ping", "fake", "-c", "2", "-i", "1ms", "--json"));

        assertThat(document.propertyNames())
                .containsExactly(
                        "success",
                        "server",
                        "sent",
                        "answered",
                        "minMs",
                        "avgMs",
                        "maxMs",
                        "pings",
                        "error",
                        "durationMs");
        assertThat(document.path("success").booleanValue()).isTrue();
        assertThat(document.path("answered").intValue()).isEqualTo(2);
        assertThat(document.path("pings").path(1).path("ms").isNumber()).isTrue();
        assertThat(document.path("minMs").doubleValue())
                .isLessThanOrEqualTo(document.path("maxMs").doubleValue());
    }

    @Test
    void interruptedPingsAreSummedUp() throws Exception {
        var server = ship().era(Era.LEGACY).build();
        var shell = Shell.with(server);
        var pings = shell.begin("ping", "fake", "-i", "10m");
        shell.awaitOutput("answer 1: ");

        shell.interrupt();

        var run = pings.get(30, TimeUnit.SECONDS);
        assertThat(run.code()).isEqualTo(130);
        assertThat(run.out()).contains("1 sent, 1 answered; min/avg/max ");
        assertThat(run.err()).isEqualTo("fairlead: interrupted\n");
    }

    private static ObjectNode document(Shell.Run run) {
        assertThat(run.out()).hasLineCount(1);
        assertThat(run.err()).isEmpty();
        return (ObjectNode) Json.parse(run.out());
    }
}
