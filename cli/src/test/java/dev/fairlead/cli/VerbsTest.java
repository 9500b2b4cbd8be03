package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Refusal;
import dev.fairlead.wire.Duplex;
import dev.fairlead.wire.PipeTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The verbs against a server in memory. */
final class VerbsTest {
    private static final String ESCAPES = "\u001b[2J\u009b31m\u202Eevil\u0007";
    private static final String ESCAPED = "\\u001b[2J\\u009b31m\\u202eevil\\u0007";

    private final CountDownLatch called = new CountDownLatch(1);

    private final FakeServer server = FakeServer.named("fake")
            .logging()
            .tool(
                    Tool.of("add", "Adds two numbers.\nSlowly.", schema("a", "number", "b", "number")),
                    call -> CallToolResult.ofText(Double.toString(call.number("a", 0) + call.number("b", 0))))
            .tool(
                    Tool.of("kind", null, schema("text", "string")),
                    call -> CallToolResult.ofText(
                            call.arguments().path("text").getNodeType().name()))
            .tool(Tool.of("say", ESCAPES, schema()), call -> CallToolResult.ofText(ESCAPES + "\nnext\tcolumn"))
            .tool(Tool.of("fail", "Fails.", schema()), call -> CallToolResult.failure("no rope " + ESCAPES))
            .tool(
                    Tool.of("data", "Only data.", schema()),
                    call -> new CallToolResult(
                            List.of(),
                            Json.parse("{\"depth\":7,\"name\":\"" + "\u202Ex\"}"),
                            false,
                            null,
                            Json.object()))
            .tool(
                    Tool.of("mixed", "Several blocks.", schema()),
                    call -> CallToolResult.of(
                            ContentBlock.text("one"),
                            ContentBlock.image(new byte[1234], "image/png"),
                            ContentBlock.text("two\n")))
            .tool(Tool.of("refuse", "Refuses.", schema()), call -> {
                throw Refusal.of(-32603, "not today " + ESCAPES);
            })
            .tool(Tool.of("wait", "Waits.", schema()), call -> {
                called.countDown();
                call.pause(Duration.ofMinutes(1));
                return CallToolResult.ofText("done");
            })
            .tool(Tool.of("steps", "Reports.", schema()), call -> {
                call.log(LogLevel.WARNING, "rigging", JsonNodeFactory.instance.stringNode("creaks " + ESCAPES));
                call.progress(1, 2.0, "half " + ESCAPES);
                call.progress(2, 2.0, null);
                return CallToolResult.ofText("done");
            })
            .build();

    @Nested
    final class Tools {
        @Test
        void haveALineEach() {
            var run = Shell.with(server).run("tools", "fake");

            assertThat(run.code()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out().lines())
                    .hasSize(9)
                    .startsWith("add(a: number, b: number)  Adds two numbers.", "kind(text: string)")
                    .contains("say()                      " + ESCAPED);
        }

        @Test
        void areAJsonDocumentAsReceived() {
            var run = Shell.with(server).run("tools", "fake", "--json");

            var document = document(run);
            assertThat(run.code()).isZero();
            assertThat(document.path("success")).isEqualTo(Json.parse("true"));
            assertThat(document.path("error").isNull()).isTrue();
            assertThat(document.path("server"))
                    .isEqualTo(
                            Json.parse(
                                    "{\"target\":\"fake\",\"name\":\"fake\",\"version\":\"1.0.0\",\"protocolVersion\":\"2026-07-28\"}"));
            assertThat(document.path("tools").size()).isEqualTo(9);
            assertThat(document.path("tools").get(0).path("inputSchema"))
                    .isEqualTo(schema("a", "number", "b", "number"));
            assertThat(document.path("tools").get(2).path("description").stringValue())
                    .isEqualTo(ESCAPES);
        }

        @Test
        void canBeNone() {
            var run = Shell.with(FakeServer.named("bare").build()).run("tools", "fake");

            assertThat(run).isEqualTo(new Shell.Run(0, "", "fairlead: server 'bare' has no tools\n"));
        }
    }

    @Nested
    final class Calls {
        @Test
        void printTheText() {
            assertThat(Shell.with(server).run("call", "fake", "add", "a=2", "b=3.5"))
                    .isEqualTo(new Shell.Run(0, "5.5\n", ""));
        }

        @Test
        void sendTextForStrings() {
            assertThat(Shell.with(server).run("call", "fake", "kind", "text=5").out())
                    .isEqualTo("STRING\n");
        }

        @Test
        void printBlocksOnLinesOfTheirOwn() {
            assertThat(Shell.with(server).run("call", "fake", "mixed").out())
                    .isEqualTo("one\n[image image/png, 1.2 kB]\ntwo\n");
        }

        @Test
        void printDataWhereThereIsNoText() {
            assertThat(Shell.with(server).run("call", "fake", "data").out())
                    .isEqualTo("{\"depth\":7,\"name\":\"\\u202ex\"}\n");
        }

        @Test
        void printNothingThatDrivesATerminal() {
            assertThat(Shell.with(server).run("call", "fake", "say").out()).isEqualTo(ESCAPED + "\nnext\tcolumn\n");
            assertThat(Shell.with(server).run("call", "fake", "refuse").err())
                    .doesNotContain("\u001b", "\u009b", "\u202E");
            assertThat(Shell.with(server).run("call", "fake", "say", "--json").out())
                    .doesNotContain("\u001b", "\u009b", "\u202E");
        }

        @Test
        void tellWhatTheToolSaysWentWrong() {
            var run = Shell.with(server).run("call", "fake", "fail");

            assertThat(run)
                    .isEqualTo(
                            new Shell.Run(5, "", "fairlead: tool 'fail' reported an error: no rope " + ESCAPED + "\n"));
        }

        @Test
        void takeTheirArgumentsFromStandardInput() {
            var run = Shell.with(server).input("{\"a\":1,\"b\":2}").run("call", "fake", "add", "b=4", "--args", "-");

            assertThat(run.out()).isEqualTo("5.0\n");
        }

        @Test
        void keepToThePinnedRevision() {
            for (var version : List.of("2024-11-05", "2025-06-18", "2026-07-28")) {
                var run = Shell.with(server).run("call", "fake", "add", "a=1", "b=1", "--protocol", version, "--json");

                assertThat(document(run).path("server").path("protocolVersion").stringValue())
                        .isEqualTo(version);
            }
        }

        @Test
        void areDocumentsForPrograms() {
            var run = Shell.with(server).run("call", "fake", "add", "a=1", "b=1", "--json");

            var document = document(run);
            assertThat(document.path("durationMs").isIntegralNumber()).isTrue();
            document.remove("durationMs");
            assertThat(document).isEqualTo(Json.parse("""
                {"success": true, "content": [{"type": "text", "text": "2.0"}],
                 "structuredContent": null, "error": null, "tool": "add",
                 "server": {"target": "fake", "name": "fake", "version": "1.0.0",
                            "protocolVersion": "2026-07-28"}}
                """));
        }

        @Test
        void areDocumentsAlsoWhenTheToolFails() {
            var run = Shell.with(server).run("call", "fake", "fail", "--json");

            assertThat(run.code()).isEqualTo(5);
            assertThat(run.err()).isEmpty();
            assertThat(document(run).path("success").booleanValue()).isFalse();
            assertThat(document(run).path("error"))
                    .isEqualTo(Json.object().put("type", "tool-error").put("message", "no rope " + ESCAPES));
        }

        @Test
        void areDocumentsAlsoWhenTheServerRefuses() {
            var run = Shell.with(server).run("call", "fake", "refuse", "--json");

            assertThat(run.code()).isEqualTo(5);
            assertThat(document(run).path("error").path("type").stringValue()).isEqualTo("server-error");
            assertThat(document(run).path("error").path("code").intValue()).isEqualTo(-32603);
            assertThat(document(run).path("tool").stringValue()).isEqualTo("refuse");
        }
    }

    @Nested
    final class Failures {
        @Test
        void ofTheServerAreOneSentence() {
            var run = Shell.with(server).run("call", "fake", "refuse");

            assertThat(run.code()).isEqualTo(5);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .startsWith("fairlead: tools/call refuse: server 'fake' answered with error -32603: not today")
                    .hasLineCount(1);
        }

        @Test
        void haveAStackTraceForThoseWhoAsk() {
            assertThat(Shell.with(server)
                            .run("call", "fake", "refuse", "--debug")
                            .err())
                    .contains("\tat dev.fairlead");
            assertThat(Shell.with(server)
                            .variable("FAIRLEAD_DEBUG", "1")
                            .run("call", "fake", "refuse")
                            .err())
                    .contains("\tat dev.fairlead");
        }

        @Test
        void ofArgumentsNameTheArgument() {
            assertThat(Shell.with(server).run("call", "fake", "add", "a=two", "b=3"))
                    .isEqualTo(
                            new Shell.Run(6, "", "fairlead: argument 'a' of tool 'add' must be a number, not 'two'\n"));
        }

        @Test
        void ofTheSchemaAreFoundBeforeAnythingIsSent() {
            var run = Shell.with(server).run("call", "fake", "add", "a=1");

            assertThat(run.code()).isEqualTo(6);
            assertThat(run.err()).contains("was not sent").contains("b");
        }

        @Test
        void ofUnknownToolsSuggestOthers() {
            assertThat(Shell.with(server).run("call", "fake", "ad"))
                    .isEqualTo(new Shell.Run(5, "", "fairlead: server 'fake' has no tool 'ad'; did you mean 'add'?\n"));
        }

        @Test
        void ofSlowToolsComeInTime() {
            var run = Shell.with(server).run("call", "fake", "wait", "--timeout", "2s");

            assertThat(run.code()).isEqualTo(7);
            assertThat(run.err()).startsWith("fairlead: no answer from server 'fake' to tools/call wait");
        }

        @Test
        void ofSilentServersComeInTime() {
            var run = new Shell()
                    .server("mute", PipeTransport.to("mute", VerbsTest::listenOnly))
                    .run("tools", "mute", "--timeout", "300ms", "--json");

            assertThat(run.code()).isEqualTo(7);
            assertThat(document(run).path("error").path("type").stringValue()).isEqualTo("connect-timeout");
        }

        @Test
        void ofInterruptedCallsCancelThemAtTheServer() throws Exception {
            var shell = Shell.with(server);
            var call = shell.begin("call", "fake", "wait");
            assertThat(called.await(30, TimeUnit.SECONDS)).isTrue();

            shell.interrupt();

            assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo(new Shell.Run(130, "", "fairlead: interrupted\n"));
            var received = server.awaitReceived(
                    message -> message instanceof Notification told
                            && told.method().equals("notifications/cancelled"),
                    Duration.ofSeconds(10));
            assertThat(received).isInstanceOf(Notification.class);
        }
    }

    @Nested
    final class News {
        @Test
        void isToldToThoseWhoAsk() {
            for (var era : Era.values()) {
                var version = era == Era.MODERN ? "2026-07-28" : "2025-11-25";

                var run = Shell.with(server).run("call", "fake", "steps", "-v", "--protocol", version);

                assertThat(run.out()).isEqualTo("done\n");
                assertThat(run.err().lines())
                        .as(version)
                        .contains(
                                "[server] fake 1.0.0, protocol " + version,
                                "[progress] 1 of 2: half " + ESCAPED,
                                "[progress] 2 of 2");
                // In the older era a log entry belongs to no call, and may come after the answer.
                if (era == Era.MODERN) {
                    assertThat(run.err().lines()).contains("[log warning] rigging: creaks " + ESCAPED);
                }
            }
        }

        @Test
        void isProgressAloneForWhoeverWatches() {
            var seen = new CountDownLatch(1);
            var slow = FakeServer.named("fake")
                    .tool(Tool.of("copy", null, Json.object().put("type", "object")), call -> {
                        call.progress(1, 2.0, "half " + ESCAPES);
                        boolean ignored = seen.await(60, TimeUnit.SECONDS);
                        return CallToolResult.ofText("done");
                    })
                    .build();
            var shell = Shell.with(slow).watched();
            var running = shell.begin("call", "fake", "copy");
            try {
                shell.awaitError("copy");
                assertThat(shell.awaitError("half"))
                        .contains(" 50 % ")
                        .contains("1/2")
                        .contains("half \\u001b[2J");
            } finally {
                seen.countDown();
            }
            var run = running.join();
            assertThat(run.out()).isEqualTo("done\n");
            assertThat(run.err()).endsWith("\r\u001b[K").doesNotContain("[log");
        }

        @Test
        void isNothingForNobody() {
            assertThat(Shell.with(server).run("call", "fake", "steps").err()).isEmpty();
        }
    }

    private static void listenOnly(Duplex duplex) {
        try {
            while (duplex.read().isPresent()) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode document(Shell.Run run) {
        assertThat(run.out()).hasLineCount(1);
        JsonNode document = Json.parse(run.out());
        return (ObjectNode) document;
    }

    private static ObjectNode schema(String... namesAndTypes) {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            properties.putObject(namesAndTypes[i]).put("type", namesAndTypes[i + 1]);
            schema.withArray("required").add(namesAndTypes[i]);
        }
        return schema;
    }
}
