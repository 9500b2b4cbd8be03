package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.cli.frame.OwnDesktop;
import dev.fairlead.cli.text.Screen;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent;
import dev.fairlead.testkit.auth.HttpUserAgent;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** People who log in with the command. */
@Timeout(120)
final class LoginTest {
    private static final Pattern ADDRESS = Pattern.compile("^  (http\\S+)$", Pattern.MULTILINE);

    @TempDir
    Path home;

    private LoginScene scene;

    @BeforeEach
    void open() {
        scene = new LoginScene(home.resolve("kept"));
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Nested
    final class Login {
        @Test
        @Verifies({"F-33", "K-13"})
        void sendsThePersonToThePageAndKeepsWhatItGrants() throws Exception {
            scene.mcp().scopes("mast", "sail");

            var run = scene.run(scene.shell(), "login", "--redirect-port", "" + scene.port());

            assertThat(run.code()).as(run.toString()).isZero();
            assertThat(run.err())
                    .contains("If it does not, open this address to log in:\n  "
                            + scene.grantor().authorizationEndpoint())
                    .doesNotContain("That page is at");
            assertThat(run.out().lines().map(line -> line.split(" {2,}", 2)[0]))
                    .containsExactly("logged in to", "by", "as client", "scopes", "until");
            assertThat(run.out()).contains(scene.url(), scene.grantor().issuer(), "mast sail", "renewed by itself");
            // What the browser is started with is seen by everybody on this machine.
            assertThat(scene.opened)
                    .singleElement()
                    .asString()
                    .matches("http://127\\.0\\.0\\.1:%d/login/[0-9a-f]{32}".formatted(scene.port()));
            assertThat(Files.isRegularFile(home.resolve("kept").resolve("credentials.json")))
                    .isTrue();
            assertThat(scene.grantor().lint()).isEmpty();
        }

        @Test
        void isEnoughForAllOtherVerbs() {
            scene.login();

            assertThat(scene.run(scene.shell(), "call", "greet")).isEqualTo(new Shell.Run(0, "ahoy\n", ""));
            assertThat(scene.run(scene.shell(), "tools").out()).isEqualTo("greet()  Greets.\n");
            assertThat(scene.run(scene.shell(), "info").code()).isZero();
            assertThat(scene.run(scene.shell(), "ping", "-c", "1").code()).isZero();
            scene.grantor().expireAll();
            assertThat(scene.run(scene.shell(), "call", "greet").out()).isEqualTo("ahoy\n");
            assertThat(scene.grantor().count(AuthEvent.Kind.AUTHORIZE)).isEqualTo(1);
            assertThat(scene.grantor().tokenRequests("refresh_token")).isEqualTo(1);
            assertThat(scene.grantor().lint()).isEmpty();
            assertThat(scene.mcp().lint()).isEmpty();
        }

        @Test
        void isNotWaitedForForever() {
            for (var option : List.of("--verbose", "--no-browser")) {
                var shell = new Shell().home(home.resolve("kept")).patience(Duration.ofSeconds(1));

                var run = scene.run(shell, "login", option);

                assertThat(run.code()).isEqualTo(3);
                assertThat(run.err())
                        .contains("\nWaiting up to 1 second for that.\n")
                        .endsWith("fairlead: logging in to '%s': nobody logged in within 1 s%s; begin again\n"
                                .formatted(
                                        scene.url(),
                                        option.equals("--verbose") ? ", and no browser could be opened" : ""));
            }
            assertThat(new OwnDesktop(Map.of(), new Screen(Map.of(), stream -> false, () -> 0, "UTF-8")).patience())
                    .isEqualTo(Duration.ofMinutes(5));
        }

        @Test
        void atThePageOfAnotherIsToldAsThat() {
            var elsewhere = scene.grantor().issuer().replace("127.0.0.1", "localhost");
            scene.grantor().metadata(said -> said.put("authorization_endpoint", elsewhere + "/authorize"));
            var shell = new Shell().home(home.resolve("kept")).patience(Duration.ofSeconds(1));

            assertThat(scene.run(shell, "login", "--no-browser").err())
                    .contains("\nThat page is at %s, not at %s: log in only if you expected it there.\n"
                            .formatted(elsewhere, scene.grantor().issuer()));
        }

        @Test
        void thatCannotBeginIsNotToldInWordsOfTheProtocol() {
            scene.grantor().registration(false);

            var run = scene.run(scene.shell(), "login");

            assertThat(run.code()).isEqualTo(3);
            assertThat(run.err())
                    .startsWith("fairlead: logging in to '%s': authorization server '%s' does not know us"
                            .formatted(
                                    scene.url().replace("http://", ""),
                                    scene.grantor().issuer()))
                    .doesNotContain("server/discover", "carried out");
            assertThat(scene.run(scene.shell(), "call", "greet").err())
                    .startsWith("fairlead: connecting to '")
                    .doesNotContain("server/discover", "carried out");
        }

        @Test
        void canBeTriedWithoutAnybody() {
            var run = scene.run(scene.shell(), "login", "--no-login");

            assertThat(run.code()).isEqualTo(3);
            assertThat(scene.opened).isEmpty();
        }

        @Test
        void isADocumentForPrograms() {
            var run = scene.run(scene.shell(), "login", "--json", "--scope", "mast");

            assertThat(run.code()).isZero();
            assertThat(run.out()).hasLineCount(1);
            var document = Json.parse(run.out());
            assertThat(document.path("success").booleanValue()).isTrue();
            assertThat(document.path("server").path("name").stringValue()).isEqualTo("fake");
            var account = document.path("account");
            assertThat(account.path("server").stringValue()).isEqualTo(scene.url());
            assertThat(account.path("issuer").stringValue())
                    .isEqualTo(scene.grantor().issuer());
            assertThat(account.path("scopes")).isEqualTo(Json.parse("[\"mast\"]"));
            assertThat(account.path("expires").stringValue()).endsWith("Z");
            assertThat(account.path("renewable").booleanValue()).isTrue();
            assertThat(run.out()).doesNotContain("state=", "code_challenge");
        }

        @Test
        void worksWithoutABrowserOnThisMachine() throws Exception {
            var shell = scene.shell();
            var login = scene.begin(shell, "login", "--no-browser");

            var told = shell.awaitError(
                    "Open this address to log in at " + scene.grantor().issuer() + ":\n  http");
            new HttpUserAgent().visit(address(shell, told));

            assertThat(login.get().code()).isZero();
            assertThat(scene.opened).isEmpty();
        }

        @Test
        @Verifies("F-29")
        void isNotEndedByAnAnswerThatBelongsToAnother() throws Exception {
            var shell = scene.shell();
            var login = scene.begin(shell, "login", "--no-browser", "--redirect-port", "" + scene.port());
            var address = address(shell, shell.awaitError("Open this address"));
            var callback = "http://127.0.0.1:%d/callback".formatted(scene.port());
            var stranger = new HttpUserAgent();

            stranger.visit(callback + "?code=stolen&state=guessed");
            assertThat(stranger.status()).isEqualTo(400);
            assertThat(login).isNotDone();
            new HttpUserAgent().visit(address);

            assertThat(login.get().code()).isZero();
            assertThat(scene.grantor().tokenRequests("authorization_code")).isEqualTo(1);
        }

        @Test
        void ofWhomTheServerDoesNotDemandOneIsNone() {
            try (var open = HttpFront.serving(FakeServer.named("open").build())) {
                var run = scene.shell().run("login", open.url());

                assertThat(run.code()).isZero();
                assertThat(run.out()).contains("lets everybody in");
                assertThat(home.resolve("kept")).doesNotExist();
            }
        }

        @Test
        void thatIsDeniedSaysSo() {
            scene.grantor().denies("access_denied", "not today\u001b[2J");

            var run = scene.run(scene.shell(), "login");

            assertThat(run.code()).isEqualTo(3);
            assertThat(run.err()).contains("access_denied", "not today").doesNotContain("\u001b", "--header");
            assertThat(errorOf(scene.run(scene.shell(), "login", "--json"))
                            .path("type")
                            .stringValue())
                    .isEqualTo("login-failed");
        }

        @Test
        void endsSoonWhenInterruptedAndLeavesNobodyListening() throws Exception {
            var shell = scene.shell();
            var login = scene.begin(shell, "login", "--no-browser", "--redirect-port", "" + scene.port());
            shell.awaitError("Open this address");

            long interrupted = System.nanoTime();
            shell.interrupt();

            assertThat(login.get().code()).isEqualTo(130);
            assertThat(login.get().err()).endsWith("fairlead: interrupted\n");
            assertThat(Duration.ofNanos(System.nanoTime() - interrupted)).isLessThan(Duration.ofSeconds(20));
            // The system listens until whoever waits there has woken up.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> new Socket(InetAddress.getLoopbackAddress(), scene.port()).close())
                            .isInstanceOf(ConnectException.class));
        }

        @Test
        void isForServersWithAUrl() {
            assertThat(scene.run(new Shell(), "login", "--header", "authorization: x")
                            .err())
                    .startsWith("fairlead: what was typed already says who is asking");
        }
    }

    @Nested
    final class Offer {
        @Test
        void isMadeWhereTheServerDemandsALogin() {
            for (var answer : List.of("\n", "y\n", "Yes\r\n")) {
                var run = scene.run(
                        new Shell()
                                .home(home.resolve("kept" + answer.strip()))
                                .browser(scene.browser())
                                .attended()
                                .input(answer),
                        "call",
                        "greet");

                assertThat(run.code()).as(answer).isZero();
                assertThat(run.out()).isEqualTo("ahoy\n");
                assertThat(run.err())
                        .startsWith("Log in to %s at %s now? [Y/n] "
                                .formatted(scene.url(), scene.grantor().issuer()));
            }
            assertThat(scene.opened).hasSize(3);
        }

        @Test
        void mayBeDeclined() {
            for (var answer : List.of("n\n", "what?\n", "")) {
                var run = scene.run(scene.shell().attended().input(answer), "call", "greet");

                assertThat(run.code()).as(answer).isEqualTo(3);
                assertThat(run.out()).isEmpty();
                assertThat(run.err())
                        .endsWith("fairlead: a person has to log in at %s first; run 'fairlead login %s'\n"
                                .formatted(scene.grantor().issuer(), scene.url()));
            }
            assertThat(scene.opened).isEmpty();
        }

        @Test
        void isMadeToNobodyWhereNobodyIsThere() {
            for (var run : List.of(
                    scene.run(scene.shell().input("y\n"), "call", "greet"),
                    scene.run(scene.shell().attended().input("y\n"), "call", "greet", "--no-login"),
                    scene.run(scene.shell().attended().input("y\n"), "call", "greet", "--json"))) {
                assertThat(run.code()).isEqualTo(3);
                assertThat(run.err()).doesNotContain("[Y/n]");
                assertThat(run.out() + run.err()).contains("run 'fairlead login " + scene.url() + "'");
            }
            assertThat(scene.opened).isEmpty();
        }

        @Test
        void thatIsNotMadeTellsProgramsWhoGrantsWhat() {
            scene.mcp().challengeScope("mast sail");

            var run = scene.run(scene.shell(), "tools", "--json");

            var error = errorOf(run);
            assertThat(error.path("type").stringValue()).isEqualTo("authorization-required");
            assertThat(error.path("issuer").stringValue())
                    .isEqualTo(scene.grantor().issuer());
            assertThat(error.path("scopes")).isEqualTo(Json.parse("[\"mast\",\"sail\"]"));
            assertThat(error.path("status").intValue()).isEqualTo(401);
            assertThat(run.out()).doesNotContain("state=", "code_challenge");
        }

        @Test
        void endsSoonWhenInterrupted() throws Exception {
            var typing = new PipedOutputStream();
            var keys = new PipedInputStream(typing);
            var shell = scene.shell().attendedBy(keys);
            var call = scene.begin(shell, "call", "greet");
            shell.awaitError("[Y/n]");

            long interrupted = System.nanoTime();
            shell.interrupt();

            assertThat(call.get().code()).isEqualTo(130);
            assertThat(Duration.ofNanos(System.nanoTime() - interrupted)).isLessThan(Duration.ofSeconds(20));
            typing.close();
        }

        @Test
        void ofMoreSaysHowToAskForIt() {
            scene.mcp().scopes("mast").requires("tools/call", "sail");
            scene.login();

            var run = scene.run(scene.shell(), "call", "greet");

            assertThat(run.code()).isEqualTo(3);
            assertThat(run.err())
                    .isEqualTo(
                            "fairlead: a person has to agree to more at %s first; run 'fairlead login %s --scope mast --scope sail'\n"
                                    .formatted(scene.grantor().issuer(), scene.url()));
            scene.login("--scope", "mast", "--scope", "sail");
            assertThat(scene.run(scene.shell(), "call", "greet").out()).isEqualTo("ahoy\n");
        }
    }

    @Nested
    final class Secrets {
        @Test
        void arePrintedByNoVerb() throws Exception {
            var printed = new StringBuilder();
            var secret = "cl13nt-s3cr3t";
            scene.grantor().confidentialClient("known", secret, "client_secret_basic", "http://127.0.0.1/callback");
            for (var option : List.of("--verbose", "--debug", "--json")) {
                for (var verb : List.of("login", "tools", "whoami", "logout", "tools", "logout")) {
                    // Those that speak with no server have nothing to tell of that, and open no browser.
                    var silent = option.equals("--verbose") ? "--debug" : option;
                    var client = switch (verb) {
                        case "whoami" -> List.of(silent);
                        case "logout" -> List.of(silent, "--client-id", "known", "--client-secret-env", "SECRET");
                        default ->
                            List.of(option, "--client-id", "known", "--client-secret-env", "SECRET", "--no-browser");
                    };
                    var shell = scene.shell().variable("SECRET", secret);
                    var run = verb.equals("login")
                            ? loggedIn(shell, client)
                            : scene.run(shell, verb, client.toArray(String[]::new));
                    assertThat(run.code()).as(verb + client).isNotEqualTo(2);
                    printed.append(run.out()).append(run.err());
                }
            }

            var shown = scene.mcp().front().requests().stream()
                    .flatMap(request -> request.header("Authorization").stream())
                    .map(header -> header.replaceFirst("\\S+ ", ""))
                    .toList();
            assertThat(shown).isNotEmpty();
            assertThat(printed)
                    .doesNotContain(secret)
                    .doesNotContain(shown)
                    .doesNotContain(scene.grantor().tokens());
        }

        private Shell.Run loggedIn(Shell shell, List<String> options) throws Exception {
            var login = scene.begin(shell, "login", options.toArray(String[]::new));
            new HttpUserAgent().visit(address(shell, shell.awaitError("Open this address")));
            assertThat(login.get().code()).isZero();
            return login.get();
        }
    }

    private static String address(Shell shell, String told) {
        var address = ADDRESS.matcher(told);
        if (!address.find()) {
            // The line was not there as a whole.
            address = ADDRESS.matcher(shell.awaitError("\n  http"));
            assertThat(address.find()).isTrue();
        }
        return address.group(1);
    }

    private static JsonNode errorOf(Shell.Run run) {
        return Json.parse(run.out()).path("error");
    }
}
