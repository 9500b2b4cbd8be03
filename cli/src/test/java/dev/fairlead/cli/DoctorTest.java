package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.real.PublishedServers;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Assumptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The one right cause is named first, with what to do about it; what is healthy raises no alarm. */
@Timeout(180)
final class DoctorTest {
    @TempDir
    Path folder;

    private Shell shell() {
        return new Shell().home(folder.resolve("home"));
    }

    private JsonNode diagnose(String... words) {
        return diagnose(shell(), words);
    }

    private static JsonNode diagnose(Shell shell, String... words) {
        var run = shell.run(
                Stream.concat(Stream.of("doctor", "--json"), Stream.of(words)).toArray(String[]::new));
        assertThat(run.out()).hasLineCount(1);
        var document = Json.parse(run.out());
        assertThat(document.path("success").booleanValue()).isEqualTo(run.code() == 0);
        ((ObjectNode) document).put("code", run.code());
        return document;
    }

    private static String[] after(List<String> command, String... words) {
        return Stream.of(List.of(words), List.of("--"), command)
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    private static void verdict(JsonNode document, int code, String check, String... said) {
        var verdict = document.path("verdict");
        assertThat(verdict.path("check").asString("")).as(document.toString()).isEqualTo(check);
        assertThat(verdict.path("cause").asString("") + " -> "
                        + verdict.path("remedy").asString(""))
                .contains(said);
        assertThat(document.path("code").intValue()).as(document.toString()).isEqualTo(code);
        assertThat(document.path("error").path("message").asString(""))
                .contains(verdict.path("cause").asString(""));
    }

    private static void healthy(JsonNode document) {
        assertThat(document.path("verdict").isNull()).as(document.toString()).isTrue();
        assertThat(document.path("healthy").booleanValue()).isTrue();
        assertThat(document.path("code").intValue()).isZero();
        assertThat(states(document)).as(document.toString()).isNotEmpty().doesNotContain("warning", "failed");
    }

    private static List<String> states(JsonNode document) {
        var states = new ArrayList<String>();
        document.path("subjects")
                .forEach(subject -> subject.path("checks")
                        .forEach(check -> states.add(check.path("state").stringValue())));
        return states;
    }

    private static JsonNode check(JsonNode document, String name) {
        for (var subject : document.path("subjects")) {
            for (var check : subject.path("checks")) {
                if (check.path("name").stringValue().equals(name)) {
                    return check;
                }
            }
        }
        throw new AssertionError(name + " is not in " + document);
    }

    private static int closedPort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static HttpFront front(Era era) {
        return HttpFront.serving(DemoServer.script().era(era).build());
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
    final class Addresses {
        @Test
        void wherePortsAreClosed() throws Exception {
            int port = closedPort();

            verdict(
                    diagnose("http://127.0.0.1:%d/mcp".formatted(port)),
                    4,
                    "connection",
                    "nobody answers at 127.0.0.1:%d (connection refused)".formatted(port),
                    "start the server");
        }

        @Test
        void whoseHostIsUnknown() {
            verdict(diagnose("http://fairlead.invalid/mcp"), 4, "name", "there is no host 'fairlead.invalid'");
        }

        @Test
        void whosePathIsWrong() {
            try (var front = front(Era.MODERN)) {
                var wrong = front.url().replace("/mcp", "/wrong");

                var document = diagnose(shell(), wrong + "?key=s3cr3t-key", "--header", "X-Key: s3cr3t-header");

                verdict(
                        document,
                        4,
                        "endpoint",
                        "there is no MCP endpoint at /wrong (HTTP 404)",
                        "answers at " + front.url());
                assertThat(front.requests())
                        .filteredOn(request -> !request.path().equals("/wrong"))
                        .isNotEmpty()
                        .allSatisfy(request -> {
                            assertThat(request.query()).isEmpty();
                            assertThat(request.header("X-Key")).isEmpty();
                        });
                assertThat(document.toString()).doesNotContain("s3cr3t");
            }
        }

        @Test
        void whereAWebSiteIs() {
            try (var site = HttpServer.start(exchange ->
                    exchange.answer(200, Map.of("Content-Type", "text/html"), "<!doctype html><p>Welcome"))) {
                verdict(
                        diagnose(site.origin() + "/"),
                        4,
                        "endpoint",
                        "there is no MCP endpoint at / (a page for browsers)");
            }
            try (var site = HttpServer.start(exchange -> exchange.answer(405))) {
                verdict(diagnose(site.origin() + "/x"), 4, "endpoint", "there is no MCP endpoint at /x (HTTP 405)");
            }
        }

        @Test
        void thatDemandALogin() {
            try (var front = front(Era.MODERN)) {
                front.faults().on(any -> true, Fault.unauthorized("Bearer"));
                verdict(diagnose(front.url()), 3, "login", "HTTP 401", "--header 'Authorization: Bearer TOKEN'");
            }
        }

        @Test
        @SuppressWarnings("try") // Closing it may be interrupted.
        void thatSayWhereToLogIn() throws Exception {
            try (var scene = new LoginScene(folder.resolve("kept"))) {
                var document = diagnose(scene.shell(), scene.url());

                verdict(
                        document,
                        3,
                        "login",
                        "HTTP 401",
                        "discovery documents name http",
                        "fairlead login " + scene.url());
                assertThat(scene.opened).isEmpty();

                scene.login();
                healthy(diagnose(scene.shell(), scene.url()));
            }
        }

        @Test
        void thatForbid() {
            try (var front = front(Era.MODERN)) {
                front.faults().on(any -> true, Fault.answer(403));
                verdict(diagnose(front.url()), 3, "login", "HTTP 403", "ask whoever runs the server");
            }
        }

        @Test
        void thatAreSickThemselves() {
            try (var front = front(Era.MODERN)) {
                front.faults().on(any -> true, Fault.answer(500));
                verdict(diagnose(front.url()), 4, "endpoint", "a problem of its own (HTTP 500", "see its log");
            }
        }

        @Test
        void thatLeadElsewhere() {
            try (var front = front(Era.MODERN)) {
                front.faults().on(any -> true, Fault.redirect(307, "http://fairlead.invalid/mcp"));
                verdict(diagnose(front.url()), 4, "endpoint", "HTTP 307", "another origin", "fairlead.invalid");
            }
        }

        @Test
        void thatSpeakAnotherRevision() {
            try (var front = front(Era.LEGACY)) {
                verdict(diagnose(front.url(), "--protocol", "2026-07-28"), 4, "revision", "2026-07-28");
            }
        }

        @Test
        void thatSpeakTheOldWay() {
            try (var front = front(Era.LEGACY)) {
                var document = diagnose(front.sseUrl());

                assertThat(document.path("code").intValue()).isZero();
                assertThat(check(document, "revision").path("seen").stringValue())
                        .contains("HTTP+SSE");
            }
        }

        @Test
        void whoseClockDiffers() {
            try (var front = front(Era.MODERN)) {
                front.faults()
                        .on(
                                RecordedRequest.method("HEAD"),
                                Fault.answer(200, Map.of("Date", "Wed, 21 Oct 2015 07:28:00 GMT"), ""));

                var document = diagnose(front.url());

                assertThat(document.path("code").intValue()).isZero();
                assertThat(check(document, "clock").path("seen").stringValue()).contains("ahead of that of the server");
            }
        }
    }

    @Nested
    final class Certificates {
        @Test
        void thatNobodyTrusts() throws Exception {
            try (var front = front(Era.MODERN);
                    var tls = TlsFront.before(
                            URI.create(front.url()).getPort(),
                            folder,
                            "-dname",
                            "CN=Harbour CA",
                            "-ext",
                            "SAN=ip:127.0.0.1")) {
                var url = "https://127.0.0.1:%d/mcp".formatted(tls.port());

                verdict(diagnose(url), 4, "tls", "'Harbour CA'", "--cacert FILE");
                healthy(diagnose(url, "--cacert", tls.certificate().toString()));
            }
        }

        @Test
        void thatHaveExpired() throws Exception {
            try (var tls = TlsFront.before(
                    closedPort(),
                    folder,
                    "-dname",
                    "CN=late",
                    "-ext",
                    "SAN=ip:127.0.0.1",
                    "-startdate",
                    "-30d",
                    "-validity",
                    "10")) {
                verdict(
                        diagnose("https://127.0.0.1:%d/mcp".formatted(tls.port())),
                        4,
                        "tls",
                        "the certificate of 'late' expired on ",
                        "renew it");
            }
        }

        @Test
        void thatAreOfSomebodyElse() throws Exception {
            try (var tls =
                    TlsFront.before(closedPort(), folder, "-dname", "CN=other", "-ext", "SAN=dns:other.example")) {
                verdict(
                        diagnose(
                                "https://127.0.0.1:%d/mcp".formatted(tls.port()),
                                "--cacert",
                                tls.certificate().toString()),
                        4,
                        "tls",
                        "the certificate is of other.example, not of 127.0.0.1");
            }
        }

        @Test
        void thatAreNotThere() {
            try (var front = front(Era.MODERN)) {
                verdict(
                        diagnose(front.url().replace("http:", "https:")),
                        4,
                        "tls",
                        "does not speak TLS",
                        "begin the URL with http://");
            }
        }

        @Test
        void thatAreNotExpected() throws Exception {
            try (var front = front(Era.MODERN);
                    var tls = TlsFront.before(URI.create(front.url()).getPort(), folder, "-dname", "CN=x")) {
                verdict(
                        diagnose("http://127.0.0.1:%d/mcp".formatted(tls.port())),
                        4,
                        "endpoint",
                        "speaks TLS",
                        "https://");
            }
        }
    }

    @Nested
    final class Proxies {
        @Test
        void thatAreDead() throws Exception {
            var proxy = "127.0.0.1:%d".formatted(closedPort());

            verdict(
                    diagnose(shell().variable("HTTP_PROXY", "http://" + proxy), "http://fairlead.invalid/mcp"),
                    4,
                    "proxy",
                    "nobody answers at the proxy %s, which HTTP_PROXY names".formatted(proxy),
                    "NO_PROXY");
            verdict(
                    diagnose(shell().variable("https_proxy", proxy), "https://fairlead.invalid/mcp"),
                    4,
                    "proxy",
                    "which https_proxy names");
        }

        @Test
        void thatWantALogin() {
            try (var proxy =
                    HttpServer.start(exchange -> exchange.answer(407, Map.of("Proxy-Authenticate", "Basic"), ""))) {
                for (var url : List.of("http://fairlead.invalid/mcp", "https://fairlead.invalid/mcp")) {
                    verdict(
                            diagnose(shell().variable("ALL_PROXY", proxy.origin()), url),
                            4,
                            "proxy",
                            "wants a login (HTTP 407)");
                }
            }
        }

        @Test
        void thatDoNotLeadThere() {
            try (var proxy = HttpServer.start(exchange -> exchange.answer(502))) {
                verdict(
                        diagnose(shell().variable("HTTPS_PROXY", proxy.origin()), "https://fairlead.invalid/mcp"),
                        4,
                        "connection",
                        "does not lead to fairlead.invalid:443 (HTTP 502)");
            }
        }

        @Test
        void thatAreNotUsedAreSaidToBeSo() {
            try (var front = front(Era.MODERN)) {
                var document = diagnose(shell().variable("HTTP_PROXY", "http://127.0.0.1:1"), front.url());

                healthy(document);
                assertThat(check(document, "proxy").path("seen").stringValue()).contains("none: HTTP_PROXY names one");
            }
        }

        @Test
        void thatMakeNoSense() {
            verdict(
                    diagnose(shell().variable("HTTPS_PROXY", "gopher://x"), new String[0]),
                    2,
                    "proxy variables",
                    "HTTPS_PROXY must be");
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

            var document = diagnose(Shell.with(server), "fake");

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
        var run = CompletableFuture.supplyAsync(() -> shell.run(
                "doctor", "--timeout", "100s", "--", "sh", "-c", "echo $$ > %s; cat > /dev/null".formatted(proof)));
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
        void thatCannotBeWrittenAreWrongUsage() {
            var run = shell().run(
                            "doctor",
                            "demo",
                            "--junit",
                            folder.resolve("no/such/x.xml").toString());

            assertThat(run.code()).isEqualTo(2);
        }

        private static Document parse(String xml) throws Exception {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
