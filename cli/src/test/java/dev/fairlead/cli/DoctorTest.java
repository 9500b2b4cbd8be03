package dev.fairlead.cli;

import static dev.fairlead.cli.Diagnoses.after;
import static dev.fairlead.cli.Diagnoses.check;
import static dev.fairlead.cli.Diagnoses.front;
import static dev.fairlead.cli.Diagnoses.healthy;
import static dev.fairlead.cli.Diagnoses.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.real.PublishedServers;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The one right cause is named first, with what to do about it; what is healthy raises no alarm. */
@Timeout(180)
@Tag("thorough")
final class DoctorTest {
    @TempDir
    Path folder;

    private Shell shell() {
        return new Shell().home(folder.resolve("home"));
    }

    private JsonNode diagnose(String... words) {
        return Diagnoses.diagnose(shell(), words);
    }

    @Nested
    final class Healthy {
        @Test
        void theDemoServerOfEitherEra() {
            healthy(diagnose("demo"));
            healthy(diagnose(after(DemoServer.command("--era", "legacy"))));
            healthy(diagnose(after(DemoServer.command("--era", "modern"))));
        }

        @Test
        void serversOverHttpOfEitherEra() {
            for (var era : Era.values()) {
                try (var front = front(era)) {
                    healthy(diagnose(front.url()));
                }
            }
        }

        @Test
        void serverEverythingOverStdioAndHttp() {
            PublishedServers.reasonToSkip().ifPresent(why -> Assumptions.abort(why));
            healthy(diagnose(after(PublishedServers.command("everything"))));
            try (var server = PublishedServers.everythingByUrl("streamableHttp")) {
                healthy(diagnose("http://127.0.0.1:%s/mcp".formatted(server.ready())));
            }
        }

        @Test
        void isSaidInWords() {
            var run = shell().run("doctor", "demo");

            assertThat(run.code()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .startsWith("demo\n  ok")
                    .contains("handshake", "tools", "ping")
                    .endsWith("\nnothing is wrong\n");
        }
    }

    @Nested
    final class Programs {
        @Test
        void thatAreMissing() {
            var document = diagnose("--", "fairlead-no-such-program", "x");

            verdict(document, 4, "command", "there is no program 'fairlead-no-such-program' on PATH", "install it");
            assertThat(check(document, "command").path("details").path(0).stringValue())
                    .startsWith("looked in /");
            verdict(
                    diagnose("--", "/no/such/npx"),
                    4,
                    "command",
                    "there is no file '/no/such/npx'",
                    "correct the path");
            assertThat(check(document, "handshake").path("state").stringValue()).isEqualTo("skipped");
        }

        @Test
        void whoseScriptIsElsewhere() {
            verdict(
                    diagnose("--", "sh", "/no/such/server.sh"),
                    4,
                    "files",
                    "there is no file '/no/such/server.sh'",
                    "correct the path");
            verdict(diagnose("--", "/no/such/server.py"), 4, "command", "/no/such/server.py");
        }

        @Test
        void thatMayNotBeExecuted() throws Exception {
            var file = Files.writeString(folder.resolve("server"), "#!/bin/sh\n");

            verdict(diagnose("--", file.toString()), 4, "command", "may not be executed", "chmod +x " + file);
        }

        @Test
        void whoseInterpreterIsMissing() throws Exception {
            var file = Files.writeString(folder.resolve("server"), "#!/no/such/interpreter\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
            verdict(diagnose("--", file.toString()), 4, "command", "the interpreter '/no/such/interpreter'");

            Files.writeString(file, "#!/usr/bin/env fairlead-no-such\n");
            verdict(diagnose("--", file.toString()), 4, "command", "wants to be run by 'fairlead-no-such'");
        }

        @Test
        void thatPrintNoise() {
            var document = diagnose("--timeout", "2s", "--", "sh", "-c", "echo 'Server is ready'; cat >/dev/null");

            verdict(document, 4, "stdout", "'Server is ready'", "logs belong on stderr");
        }

        @Test
        void thatPrintNoiseAndWorkAreWarnedOf() {
            var command = new ArrayList<>(List.of("sh", "-c", "echo 'Server is ready'; exec \"$@\"", "sh"));
            command.addAll(DemoServer.command());

            var document = diagnose(after(command));

            assertThat(document.path("code").intValue()).isZero();
            assertThat(check(document, "stdout").path("state").stringValue()).isEqualTo("warning");
            assertThat(check(document, "stdout").path("seen").stringValue()).contains("'Server is ready'");
        }

        @Test
        void thatExitAtOnce() {
            var document = diagnose("--", "sh", "-c", "echo 'Error: API_KEY is required' >&2; echo bye >&2; exit 3");

            verdict(
                    document,
                    4,
                    "start",
                    "exited with code 3",
                    "on stderr it says: Error: API_KEY is required",
                    "set what it asks for");
            assertThat(check(document, "start").path("details").toString()).contains("stderr: bye");
            verdict(
                    diagnose("--", "sh", "-c", "exit 0"),
                    4,
                    "start",
                    "exited with code 0",
                    "it wrote nothing to stderr");
        }

        @Test
        void thatNeverAnswer() {
            verdict(
                    diagnose(
                            "--timeout",
                            "1s",
                            "--",
                            "sh",
                            "-c",
                            "echo 'listening on http://localhost:3000/mcp' >&2; cat >/dev/null"),
                    7,
                    "handshake",
                    "Connection timeout",
                    "it seems to serve HTTP at http://localhost:3000/mcp");
        }

        @Test
        void thatSpeakAnotherRevision() {
            verdict(
                    diagnose(after(DemoServer.command("--era", "legacy"), "--protocol", "2026-07-28")),
                    4,
                    "revision",
                    "2026-07-28");
            var script = """
                while read -r line; do
                  id=$(printf '%s' "$line" | sed 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/')
                  case "$line" in
                    *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"1999-01-01","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}\\n' "$id";;
                    *'"id"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"unknown"}}\\n' "$id";;
                  esac
                done
                """;
            verdict(diagnose("--", "sh", "-c", script), 4, "revision", "1999-01-01", "update the server");
        }
    }

    @Nested
    final class Configurations {
        private Path own() throws Exception {
            return ServersTest.ownFolder(folder.resolve("home")).resolve("fairlead.json");
        }

        @Test
        void withMistakesInTheirJson() throws Exception {
            var file = Files.writeString(
                    own(), "{\n  \"mcpServers\": {\n    \"files\": {\"command\": \"sh\" \"args\"}}\n}\n");

            verdict(diagnose("files"), 9, "configuration", file + ":3:");
            verdict(diagnose(), 9, "configuration", file + ":3:");
        }

        @Test
        void whoseVariablesAreUnset() throws Exception {
            var servers = Json.object();
            servers.set("unset", ServersTest.command(List.of("sh", "${FAIRLEAD_NO_SUCH}")));
            ServersTest.write(own(), servers);

            verdict(diagnose("unset"), 9, "variables", "args[0] needs the variable 'FAIRLEAD_NO_SUCH'", "set it");
        }

        @Test
        void ofProjectsAreNotStartedUnasked() throws Exception {
            var proof = folder.resolve("started");
            var servers = Json.object();
            servers.set("evil", ServersTest.command(List.of("sh", "-c", "touch " + proof)));
            var file = ServersTest.write(folder.resolve("project/.mcp.json"), servers);

            verdict(
                    diagnose("evil", "--config", file.toString()),
                    8,
                    "approval",
                    "nobody has agreed",
                    "fairlead approve evil --config " + file);
            verdict(diagnose("--config", file.toString()), 8, "approval", "nobody has agreed");
            assertThat(proof).doesNotExist();
        }

        @Test
        void areAllLookedAt() throws Exception {
            var servers = Json.object();
            servers.set("calc", ServersTest.command(DemoServer.command()));
            servers.set("gone", ServersTest.command(List.of("fairlead-no-such-program")));
            servers.set("off", ServersTest.command(List.of("sh")).put("disabled", true));
            ServersTest.write(own(), servers);

            var document = diagnose();

            verdict(document, 4, "command", "fairlead-no-such-program");
            assertThat(document.path("verdict").path("subject").stringValue()).isEqualTo("gone");
            assertThat(document.path("subjects").path(0).path("kind").stringValue())
                    .isEqualTo("machine");
            assertThat(document.path("subjects").path(1).path("healthy").booleanValue())
                    .isTrue();
            assertThat(document.path("subjects")
                            .path(3)
                            .path("checks")
                            .path(0)
                            .path("state")
                            .stringValue())
                    .isEqualTo("skipped");
        }

        @Test
        void withoutAnyServerAreHealthy() {
            healthy(diagnose());
        }

        @Test
        void thatNameMissingInterpretersAreToldSo() throws Exception {
            var servers = Json.object();
            servers.set("fetch", ServersTest.command(List.of("bunx", "mcp-server-fetch")));
            ServersTest.write(own(), servers);

            verdict(diagnose(), 4, "interpreters", "there is no 'bunx' on PATH", "install Bun");
        }

        @Test
        void withUnknownNamesAreWrongUsage() {
            var run = shell().run("doctor", "nobody");

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("there is no server named 'nobody'");
        }

        @Test
        void whatIsWrongIsSaidOnce() throws Exception {
            var servers = Json.object();
            servers.set("ends", ServersTest.command(List.of("sh", "-c", "echo 'Error: no key' >&2; exit 3")));
            ServersTest.write(own(), servers);

            var run = shell().run("doctor", "ends");

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.out()).containsOnlyOnce("Error: no key").containsOnlyOnce("-> ");
            assertThat(run.err()).isEqualTo("fairlead: ends: start failed; its line says what to do\n");
        }
    }

    @Nested
    final class Definitions {
        @Test
        void ofToolsAreLookedAt() {
            var bad = Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"nonsense\"}}}");
            var server = FakeServer.named("fake")
                    .tool(Tool.of("blank name", null, Json.object().put("type", "object")), call -> null)
                    .tool(Tool.of("twice", null, Json.object().put("type", "object")), call -> null)
                    .tool(Tool.of("twice", null, Json.object().put("type", "object")), call -> null)
                    .tool(Tool.of("odd", null, (ObjectNode) bad), call -> null)
                    .build();

            var document = Diagnoses.diagnose(Shell.with(server), "fake");

            assertThat(document.path("code").intValue()).isZero();
            assertThat(check(document, "tool definitions").path("details").toString())
                    .contains(
                            "'blank name' is no name", "'twice' is listed twice", "'odd': inputSchema is not a schema");
        }
    }

    @Test
    void interruptedItLeavesNothingBehind() throws Exception {
        var proof = folder.resolve("pid");
        var shell = shell();
        var run = shell.begin(
                "doctor", "--timeout", "100s", "--", "sh", "-c", "echo $$ > %s; cat > /dev/null".formatted(proof));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(proof) && Files.size(proof) > 0);
        long pid = Long.parseLong(Files.readString(proof).strip());

        shell.interrupt();

        assertThat(run.get(60, TimeUnit.SECONDS).code()).isEqualTo(130);
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Nested
    final class Reports {
        @Test
        void areValidXmlWhateverServersSay() throws Exception {
            var file = folder.resolve("doctor.xml");
            var evil = "printf 'a\\001\\033[2J]]>&<b \"q\\377\\n' >&2; exit 1";

            var run = shell().run("doctor", "--junit", file.toString(), "--", "sh", "-c", evil);

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.out() + run.err()).doesNotContain("\u001b", "\u0001");
            var xml = parse(Files.readString(file));
            assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(1);
            assertThat(xml.getElementsByTagName("failure").item(0).getTextContent())
                    .contains("]]>&<b \"q");
            assertThat(xml.getElementsByTagName("testcase").getLength()).isGreaterThan(5);
        }

        @Test
        void countWhatWasLookedAt() throws Exception {
            var file = folder.resolve("doctor.xml");

            shell().run("doctor", "demo", "--junit", file.toString());

            var suite = parse(Files.readString(file))
                    .getElementsByTagName("testsuite")
                    .item(0)
                    .getAttributes();
            assertThat(suite.getNamedItem("name").getNodeValue()).isEqualTo("demo");
            assertThat(suite.getNamedItem("failures").getNodeValue()).isEqualTo("0");
        }

        @Test
        void thatCannotBeWrittenAreNoSuccess() {
            var run = shell().run(
                            "doctor",
                            "demo",
                            "--junit",
                            folder.resolve("no/such/x.xml").toString());

            assertThat(run.code()).isEqualTo(10);
        }

        private static Document parse(String xml) throws Exception {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
