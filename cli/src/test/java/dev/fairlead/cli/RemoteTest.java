package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** The verbs against servers with a URL. */
@Timeout(120)
final class RemoteTest {
    private static final String SECRET = "s3cr3t";

    private final FakeServer server = FakeServer.named("fake")
            .tool(
                    Tool.of("greet", "Greets.", Json.object().put("type", "object")),
                    call -> CallToolResult.ofText("ahoy"))
            .build();
    private final HttpFront front = HttpFront.serving(server);

    @AfterEach
    void close() {
        front.close();
    }

    @Nested
    final class Servers {
        @Test
        void areReachedByTheirUrl() {
            for (var version : List.of("2026-07-28", "2025-11-25", "2025-03-26")) {
                var run = new Shell().run("call", front.url(), "greet", "--protocol", version);

                assertThat(run).as(version).isEqualTo(new Shell.Run(0, "ahoy\n", ""));
            }
            assertThat(new Shell().run("tools", front.url()).out()).isEqualTo("greet()  Greets.\n");
        }

        @Test
        void areReachedByTheOldPairOfUrls() {
            assertThat(new Shell().run("call", front.sseUrl(), "greet")).isEqualTo(new Shell.Run(0, "ahoy\n", ""));
            assertThat(new Shell().run("call", front.sseUrl(), "greet", "--transport", "sse-only"))
                    .isEqualTo(new Shell.Run(0, "ahoy\n", ""));
        }

        @Test
        void areNotReachedByAWayThatWasExcluded() {
            var run = new Shell().run("call", front.sseUrl(), "greet", "--transport", "http-only");

            assertThat(run.code()).isEqualTo(4);
            assertThat(front.requests()).noneMatch(RecordedRequest.method("GET"));
        }

        @Test
        void areLeftWithoutAnyConnection() {
            new Shell().run("tools", front.url());

            assertThat(front.requests()).isNotEmpty();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(front.openConnections()).isZero());
        }

        @Test
        void areReachedThroughTheProxyOfTheEnvironment() {
            new Shell()
                    .variable("HTTP_PROXY", front.url().replace("/mcp", ""))
                    .run("tools", "http://fairlead.invalid/mcp", "--transport", "http-only");

            assertThat(front.requests())
                    .isNotEmpty()
                    .allMatch(request -> request.target().equals("http://fairlead.invalid/mcp"));
        }
    }

    @Nested
    final class Headers {
        @Test
        void travelWithEveryRequest() {
            var run = new Shell()
                    .variable("TOKEN", "Bearer " + SECRET)
                    .run(
                            "tools",
                            front.url(),
                            "--protocol",
                            "2025-11-25",
                            "--header",
                            "X-Deck: a: b ",
                            "--header",
                            "X-Mast:main",
                            "--header-env",
                            "Authorization=TOKEN");

            assertThat(run.code()).isZero();
            assertThat(front.requests()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.header("X-Deck")).contains("a: b");
                assertThat(request.header("X-Mast")).contains("main");
                assertThat(request.header("Authorization")).contains("Bearer " + SECRET);
            });
        }

        @Test
        void thatMakeNoSenseAreNotShown() {
            for (var header : List.of("X-Key: " + SECRET + "\r\nX: y", "No Name " + SECRET + ": x", SECRET)) {
                var run = new Shell().run("tools", front.url(), "--header", header);

                assertThat(run.code()).isEqualTo(2);
                assertThat(run.err()).startsWith("fairlead: ").doesNotContain(SECRET);
            }
            assertThat(front.requests()).isEmpty();
        }
    }

    @Nested
    final class Secrets {
        @Test
        void areShownNeitherInSuccessNorInFailure() {
            var sick = front.url() + "?key=" + SECRET;
            front.faults().on(RecordedRequest.rpc("tools/call"), (exchange, usual) -> exchange.answer(500));
            var gone = sick.replace("/mcp", "/gone");
            var spoilt = sick.replace("//", "//user:" + SECRET + "@");

            var runs = Stream.of(
                    List.of("tools", sick),
                    List.of("call", sick, "greet"),
                    List.of("info", gone),
                    List.of("ping", spoilt, "--count", "1"),
                    List.of("tools", sick, "more"),
                    List.of("tools", "https://user:" + SECRET + "@"),
                    List.of("tools", "--", sick));

            runs.flatMap(words -> Stream.of("--debug", "--json", "--verbose")
                            .map(option -> Stream.concat(
                                            Stream.of(words.getFirst(), option, "--header", "X-Key: " + SECRET),
                                            words.stream().skip(1))
                                    .toArray(String[]::new)))
                    .forEach(words -> assertThat(new Shell().run(words).toString())
                            .as(String.join(" ", words))
                            .doesNotContain(SECRET));
            assertThat(front.requests()).anyMatch(request -> request.query().equals("key=" + SECRET));
        }
    }

    @Nested
    final class Failures {
        @Test
        void tellWhatElseWasTried() {
            var url = front.url().replace("/mcp", "/nothing");

            var run = new Shell().run("tools", url);

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.err().lines().toList())
                    .hasSizeGreaterThan(1)
                    .satisfies(lines -> assertThat(lines.getFirst())
                            .startsWith("fairlead: ")
                            .contains("HTTP 404"))
                    .anyMatch(line -> line.startsWith("  also tried: server/discover"));
            var error = document(new Shell().run("tools", url, "--json")).path("error");
            assertThat(error.path("type").stringValue()).isEqualTo("http-status");
            assertThat(error.path("status").intValue()).isEqualTo(404);
            assertThat(error.path("alsoTried").path(0).stringValue()).startsWith("server/discover");
        }

        @Test
        void driveNoTerminal() {
            front.faults().on(any -> true, (exchange, usual) -> exchange.answer(404, Map.of(), "\u001b[2Jgone\u202E"));

            var run = new Shell().run("info", front.url(), "--debug");

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.err()).contains("gone", "also tried").doesNotContain("\u001b", "\u202E");
        }

        @Test
        void tellThatATokenIsWanted() {
            Fault refusal = (exchange, usual) ->
                    exchange.answer(401, Map.of("WWW-Authenticate", "Bearer error=\"invalid_token\""), "");
            front.faults().on(any -> true, refusal);

            var run = new Shell().run("tools", front.url());

            assertThat(run.code()).isEqualTo(3);
            assertThat(run.err())
                    .contains("the server demands authorization (HTTP 401), and logging in failed: ")
                    .endsWith("; or pass a token with --header 'Authorization: Bearer TOKEN'\n");
            var error = document(new Shell().run("ping", front.url(), "--json")).path("error");
            assertThat(error.path("type").stringValue()).isEqualTo("login-failed");
            assertThat(error.path("schemes")).isEqualTo(Json.parse("[\"Bearer\"]"));
        }

        @Test
        void tellThatNobodyIsThere() {
            front.stop();

            var run = new Shell().run("tools", front.url());

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.err()).contains("nobody answers", "connection refused");
        }

        @Test
        void ofACallAreTheServers() {
            front.faults().on(RecordedRequest.rpc("tools/call"), (exchange, usual) -> exchange.answer(500));

            var run = new Shell().run("call", front.url(), "greet");

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.err()).contains("HTTP 500");
        }

        @Test
        void ofTheSettingsAreWrongUsage() {
            for (var words : List.of(
                    List.of("--cacert", "no-such.pem"),
                    List.of("--cert", "no-such.pem", "--key", "no-such.key"),
                    List.of("--transport", "HTTP"))) {
                var all = Stream.concat(Stream.of("tools", front.url()), words.stream())
                        .toArray(String[]::new);

                assertThat(new Shell().run(all).code()).as(words.toString()).isEqualTo(2);
            }
            assertThat(new Shell()
                            .variable("https_proxy", "gopher://x")
                            .run("tools", front.url())
                            .err())
                    .startsWith("fairlead: HTTPS_PROXY must be");
            assertThat(front.requests()).isEmpty();
        }
    }

    @Nested
    final class Pings {
        @Test
        void haveALineEach() {
            var run = new Shell().run("ping", front.url(), "--count", "3", "--interval", "1ms");

            assertThat(run.code()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out().replaceAll("[0-9.]+ ms", "T").lines())
                    .containsExactly(
                            "PING %s: fake 1.0.0, MCP 2026-07-28 over streamable HTTP, connected in T"
                                    .formatted(front.url().replace("http://", "")),
                            "answer 1: T",
                            "answer 2: T",
                            "answer 3: T",
                            "3 sent, 3 answered; min/avg/max T / T / T");
        }

        @Test
        void countWhatWasLost() {
            front.faults().once(RecordedRequest.rpc("ping"), (exchange, usual) -> exchange.answer(500));

            var run = new Shell().run("ping", front.url(), "-c", "2", "-i", "1ms", "--protocol", "2025-11-25");

            assertThat(run.code()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out().lines())
                    .anyMatch(line -> line.startsWith("no answer 1: ping on server") && line.contains("HTTP 500"))
                    .anyMatch(line -> line.startsWith("answer 2: "))
                    .anyMatch(line -> line.startsWith("2 sent, 1 answered; min/avg/max "));
        }

        @Test
        void failWhereNoneIsAnswered() {
            front.faults().on(RecordedRequest.rpc("ping"), (exchange, usual) -> exchange.answer(500));

            var words = new String[] {"ping", front.url(), "-c", "2", "-i", "1ms", "--protocol", "2025-11-25"};
            var run = new Shell().run(words);

            assertThat(run.code()).isEqualTo(4);
            assertThat(run.out()).endsWith("2 sent, 0 answered\n");
            assertThat(run.err()).startsWith("fairlead: ping on server").contains("HTTP 500");

            var document = document(new Shell()
                    .run(Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new)));
            assertThat(document.path("success").booleanValue()).isFalse();
            assertThat(document.path("sent").intValue()).isEqualTo(2);
            assertThat(document.path("answered").intValue()).isZero();
            assertThat(document.path("avgMs").isNull()).isTrue();
            assertThat(document.path("error").path("status").intValue()).isEqualTo(500);
            assertThat(document.path("pings").path(1).path("error").path("type").stringValue())
                    .isEqualTo("http-status");
        }
    }

    @Test
    void theOldEraOverHttpEndsItsSession() {
        try (var old = HttpFront.serving(FakeServer.named("old").era(Era.LEGACY).build())) {
            var run = new Shell().run("info", old.url());

            assertThat(run.code()).isZero();
            assertThat(old.requests()).anyMatch(RecordedRequest.method("DELETE"));
            assertThat(old.sessions()).isZero();
        }
    }

    private static JsonNode document(Shell.Run run) {
        assertThat(run.out()).hasLineCount(1);
        assertThat(run.err()).isEmpty();
        return Json.parse(run.out());
    }
}
