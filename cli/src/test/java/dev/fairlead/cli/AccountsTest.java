package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.auth.AuthEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who is logged in, and who no longer is. */
@Timeout(120)
final class AccountsTest {
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
    final class Logout {
        @Test
        void givesBackAndForgets() {
            scene.login();

            var run = scene.run(scene.shell(), "logout");

            assertThat(run)
                    .isEqualTo(new Shell.Run(
                            0,
                            "logged out of %s; %s took the tokens back\n"
                                    .formatted(scene.url(), scene.grantor().issuer()),
                            ""));
            assertThat(scene.grantor().count(AuthEvent.Kind.REVOKE)).isPositive();
            assertThat(scene.run(scene.shell(), "call", "greet").code()).isEqualTo(3);
            assertThat(scene.run(scene.shell(), "logout"))
                    .isEqualTo(new Shell.Run(3, "", "fairlead: nobody is logged in to %s\n".formatted(scene.url())));
        }

        @Test
        void saysWhereNothingIsTakenBack() {
            scene.grantor().metadata(document -> document.remove("revocation_endpoint"));
            scene.login();

            var run = scene.run(scene.shell(), "logout", "--json");

            assertThat(run.code()).isZero();
            var document = Json.parse(run.out());
            assertThat(document.path("success").booleanValue()).isTrue();
            assertThat(document.path("takenBack").booleanValue(true)).isFalse();
            assertThat(document.path("reason").isNull()).isTrue();
            assertThat(document.path("issuer").stringValue())
                    .isEqualTo(scene.grantor().issuer());
        }

        @Test
        void forgetsEvenWhereNobodyCanBeTold() {
            scene.login();
            scene.grantor().close();

            var run = scene.run(scene.shell(), "logout");

            assertThat(run.code()).isZero();
            assertThat(run.out())
                    .contains("forgotten here, but %s could not be told"
                            .formatted(scene.grantor().issuer()));
            assertThat(scene.run(scene.shell(), "whoami").code()).isEqualTo(3);
        }
    }

    @Nested
    final class Whoami {
        @Test
        void looksAtTheServersOfAFileAlone() throws Exception {
            scene.login();
            var servers = Json.object();
            servers.putObject("mine").put("url", scene.url());
            servers.putObject("open").put("url", "${NO_SUCH_VARIABLE}");
            var ours = ServersTest.write(home.resolve("kept/fairlead.json"), servers)
                    .toString();
            var others = Json.object();
            others.putObject("far").put("url", "http://127.0.0.1:1/mcp");
            var theirs = ServersTest.write(home.resolve("files/b.json"), others).toString();

            assertThat(scene.shell().run("whoami", "mine", "--config", ours).out())
                    .contains(scene.url());
            var all = scene.shell().run("whoami", "--config", ours);
            assertThat(all.out()).contains(scene.url()).hasLineCount(2);
            assertThat(all.err()).contains("server 'open': ").hasLineCount(1);
            assertThat(scene.shell().run("whoami", "far", "--config", theirs).code())
                    .isEqualTo(8);
            var strangers = scene.shell().run("whoami", "--config", theirs);
            assertThat(strangers.code()).isEqualTo(3);
            assertThat(strangers.err()).contains("nobody has agreed yet").doesNotContain(scene.url());
        }

        @Test
        void listsEverybody() {
            scene.login("--scope", "mast");

            var run = scene.shell().run("whoami");

            assertThat(run.code()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out().lines().map(line -> List.of(line.split(" {2,}", 4))))
                    .hasSize(2)
                    .first()
                    .isEqualTo(List.of("SERVER", "BY", "SCOPES", "UNTIL"));
            assertThat(run.out().lines().toList().getLast())
                    .matches(Stream.of(scene.url(), scene.grantor().issuer(), "mast")
                                    .map(Pattern::quote)
                                    .collect(Collectors.joining(" +"))
                            + " +\\S+Z, renewed by itself");
            assertThat(scene.run(scene.shell(), "whoami")).isEqualTo(run);
        }

        @Test
        void isADocumentForPrograms() {
            scene.login();

            var document = Json.parse(scene.shell().run("whoami", "--json").out());

            assertThat(document.path("success").booleanValue()).isTrue();
            assertThat(document.path("accounts").size()).isEqualTo(1);
            var account = document.path("accounts").path(0);
            assertThat(account.path("server").stringValue()).isEqualTo(scene.url());
            assertThat(account.path("usable").booleanValue()).isTrue();
            assertThat(account.path("boundToKey").booleanValue(true)).isFalse();
        }

        @Test
        void failsWhereNobodyIs() {
            assertThat(new Shell().run("whoami"))
                    .isEqualTo(new Shell.Run(3, "", "fairlead: nobody is logged in; run 'fairlead login URL'\n"));
            scene.login();
            var other = scene.shell().run("whoami", "https://example.com/mcp?key=s3cr3t");
            assertThat(other.code()).isEqualTo(3);
            assertThat(other.err())
                    .isEqualTo("fairlead: nobody is logged in to https://example.com/mcp?…; run 'fairlead login"
                            + " https://example.com/mcp?…'\n");
            assertThat(errorOf(new Shell().run("whoami", "--json")).path("type").stringValue())
                    .isEqualTo("not-logged-in");
        }

        @Test
        void tellsThatALoginIsOver() {
            scene.grantor().refreshTokens(false).accessLifetime(Duration.ofSeconds(1));
            var ignored = scene.run(scene.shell(), "login");

            Awaitility.await().until(() -> scene.shell().run("whoami").code() != 0);

            var run = scene.shell().run("whoami");

            assertThat(run.code()).isEqualTo(3);
            assertThat(run.out()).contains(", which is over");
            assertThat(run.err()).contains("nobody is logged in any more");
        }
    }

    private static JsonNode errorOf(Shell.Run run) {
        return Json.parse(run.out()).path("error");
    }
}
