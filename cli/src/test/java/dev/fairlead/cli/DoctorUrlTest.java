package dev.fairlead.cli;

import static dev.fairlead.cli.Diagnoses.check;
import static dev.fairlead.cli.Diagnoses.closedPort;
import static dev.fairlead.cli.Diagnoses.front;
import static dev.fairlead.cli.Diagnoses.healthy;
import static dev.fairlead.cli.Diagnoses.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The one right cause is named for servers that have a URL. */
@Timeout(180)
final class DoctorUrlTest {
    @TempDir
    Path folder;

    private Shell shell() {
        return new Shell().home(folder.resolve("home"));
    }

    private JsonNode diagnose(String... words) {
        return Diagnoses.diagnose(shell(), words);
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

                var document =
                        Diagnoses.diagnose(shell(), wrong + "?key=s3cr3t-key", "--header", "X-Key: s3cr3t-header");

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
                var document = Diagnoses.diagnose(scene.shell(), scene.url());

                verdict(
                        document,
                        3,
                        "login",
                        "HTTP 401",
                        "discovery documents name http",
                        "fairlead login " + scene.url());
                assertThat(scene.opened).isEmpty();

                scene.login();
                healthy(Diagnoses.diagnose(scene.shell(), scene.url()));
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
                    Diagnoses.diagnose(
                            shell().variable("HTTP_PROXY", "http://" + proxy), "http://fairlead.invalid/mcp"),
                    4,
                    "proxy",
                    "nobody answers at the proxy %s, which HTTP_PROXY names".formatted(proxy),
                    "NO_PROXY");
            verdict(
                    Diagnoses.diagnose(shell().variable("https_proxy", proxy), "https://fairlead.invalid/mcp"),
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
                            Diagnoses.diagnose(shell().variable("ALL_PROXY", proxy.origin()), url),
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
                        Diagnoses.diagnose(
                                shell().variable("HTTPS_PROXY", proxy.origin()), "https://fairlead.invalid/mcp"),
                        4,
                        "connection",
                        "does not lead to fairlead.invalid:443 (HTTP 502)");
            }
        }

        @Test
        void thatAreNotUsedAreSaidToBeSo() {
            try (var front = front(Era.MODERN)) {
                var document = Diagnoses.diagnose(shell().variable("HTTP_PROXY", "http://127.0.0.1:1"), front.url());

                healthy(document);
                assertThat(check(document, "proxy").path("seen").stringValue()).contains("none: HTTP_PROXY names one");
            }
        }

        @Test
        void thatMakeNoSense() {
            verdict(
                    Diagnoses.diagnose(shell().variable("HTTPS_PROXY", "gopher://x"), new String[0]),
                    2,
                    "proxy variables",
                    "HTTPS_PROXY must be");
        }
    }
}
