package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.AuthEvent;
import dev.fairlead.testkit.auth.JwtKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that an authorization server was told of beforehand, and those that need nobody. */
@Timeout(120)
final class ClientTest {
    private static final String SECRET = "cl13nt-s3cr3t";

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

    @Test
    @Verifies("F-17")
    void isTypedOnceAndThenRemembered() {
        scene.grantor()
                .registration(false)
                .confidentialClient("known", SECRET, "client_secret_basic", "http://127.0.0.1/callback");
        var unknown = scene.run(scene.shell(), "login");
        assertThat(unknown.code()).isEqualTo(3);
        assertThat(unknown.err()).contains("register a client there");

        var login = scene.run(
                scene.shell().variable("SECRET", SECRET),
                "login",
                "--client-id",
                "known",
                "--client-secret-env",
                "SECRET");
        scene.grantor().expireAll();

        assertThat(login.out()).contains("as client     known");
        assertThat(scene.run(scene.shell().variable("SECRET", SECRET), "call", "greet"))
                .isEqualTo(new Shell.Run(0, "ahoy\n", ""));
        assertThat(scene.grantor().tokenRequests("refresh_token")).isEqualTo(1);
        assertThat(scene.run(scene.shell(), "call", "greet").err())
                .isEqualTo("fairlead: there is no environment variable 'SECRET' with the secret of client 'known'\n");
        assertThat(scene.run(scene.shell().variable("SECRET", SECRET), "logout").out())
                .contains("took the tokens back");
        assertThat(scene.grantor().count(AuthEvent.Kind.REGISTER)).isZero();
        assertThat(scene.grantor().lint()).isEmpty();
    }

    @Test
    @Verifies("F-17")
    void isShownToTheIssuerThatWasTypedAndToNoOther() {
        scene.grantor().registration(false).client("public", "http://127.0.0.1/callback");

        var refused = scene.run(
                scene.shell(), "login", "--client-id", "public", "--issuer", "https://login.example.com/realm");

        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err())
                .contains(
                        "its authorization server is '%s'"
                                .formatted(scene.grantor().issuer()),
                        "only 'https://login.example.com/realm' is told who we are");
        assertThat(scene.opened).isEmpty();

        scene.login("--client-id", "public", "--issuer", scene.grantor().issuer());
        scene.grantor().expireAll();
        assertThat(scene.run(scene.shell(), "call", "greet").out()).isEqualTo("ahoy\n");

        // Whoever is logged in elsewhere is not where they want to be.
        assertThat(scene.run(scene.shell(), "login", "--issuer", "https://login.example.com/realm")
                        .code())
                .isEqualTo(3);
    }

    @Test
    @Verifies("F-17")
    void withoutASecretIsRememberedToo() {
        scene.grantor().registration(false).client("public", "http://127.0.0.1/callback");

        scene.login("--client-id", "public");
        scene.grantor().expireAll();

        assertThat(scene.run(scene.shell(), "call", "greet").out()).isEqualTo("ahoy\n");
    }

    @Test
    void needsNobodyIfItIsLetInItself() {
        scene.grantor().confidentialClient("nightly", SECRET, "client_secret_basic");
        var words = new String[] {"--client-credentials", "--client-id", "nightly", "--client-secret-env", "SECRET"};

        var call = scene.shell().variable("SECRET", SECRET);
        assertThat(call.run(scene.words("call", "greet", words[0], words[1], words[2], words[3], words[4])))
                .isEqualTo(new Shell.Run(0, "ahoy\n", ""));
        assertThat(scene.shell().run("whoami").code()).isEqualTo(3);

        var login = scene.run(scene.shell().variable("SECRET", SECRET), "login", words);
        assertThat(login.err()).isEmpty();
        assertThat(login.out()).contains("as client     nightly");
        assertThat(scene.run(scene.shell().variable("SECRET", SECRET), "call", "greet")
                        .out())
                .isEqualTo("ahoy\n");
        assertThat(scene.grantor().tokenRequests("client_credentials")).isEqualTo(2);
        scene.grantor().expireAll();
        assertThat(scene.run(scene.shell().variable("SECRET", SECRET), "call", "greet")
                        .out())
                .isEqualTo("ahoy\n");
        assertThat(scene.grantor().tokenRequests("client_credentials")).isEqualTo(3);
        assertThat(scene.opened).isEmpty();
        assertThat(scene.grantor().lint()).isEmpty();
    }

    @Test
    void provesWithAKeyWhoItIs() throws Exception {
        var key = JwtKey.generate();
        scene.grantor().signingClient("nightly", key.publicJwk());
        var file = home.resolve("key.pem");
        Files.writeString(
                file,
                "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                        .formatted(Base64.getMimeEncoder()
                                .encodeToString(key.pair().getPrivate().getEncoded())));

        var run = scene.run(
                scene.shell(),
                "call",
                "greet",
                "--client-credentials",
                "--client-id",
                "nightly",
                "--client-key",
                file.toString());

        assertThat(run).isEqualTo(new Shell.Run(0, "ahoy\n", ""));
        assertThat(scene.grantor().lint()).isEmpty();
    }

    @Test
    void thatIsNotBelievedFailsWithoutShowingItsSecret() {
        scene.grantor().confidentialClient("nightly", "another", "client_secret_basic");

        var run = scene.run(
                scene.shell().variable("SECRET", SECRET),
                "call",
                "greet",
                "--client-credentials",
                "--client-id",
                "nightly",
                "--client-secret-env",
                "SECRET",
                "--debug");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("gives us no token", "invalid_client").doesNotContain(SECRET, "another");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--client-secret-env X | --client-secret-env and --client-key belong to a client; type --client-id ID"
                        + " too",
                "--client-id a --client-secret-env X --client-key y | --client-secret-env and --client-key both prove"
                        + " who --client-id is; drop one",
                "--client-id a --client-key-alg RS256 | --client-key-alg says how --client-key signs; type that too",
                "--client-credentials | --client-credentials needs --client-id ID, and --client-secret-env VARIABLE or"
                        + " --client-key FILE",
                "--redirect-port 0 | --redirect-port is a number from 1 to 65535, not 0",
                "--client-id a --client-secret-env NO_SUCH | there is no environment variable 'NO_SUCH' with the secret"
                        + " of client 'a'",
            })
    void thatMakesNoSenseIsWrongUsage(String options, String sentence) {
        var run = scene.run(scene.shell(), "tools", options.strip().split(" "));

        assertThat(run).isEqualTo(new Shell.Run(2, "", "fairlead: " + sentence + "\n"));
        assertThat(scene.mcp().withoutToken()).isZero();
    }

    @Test
    void isForServersWithAUrl() {
        assertThat(new Shell().run("tools", "demo", "--client-id", "x"))
                .isEqualTo(new Shell.Run(
                        2, "", "fairlead: --client-id is for servers with a URL, which 'demo' is not; drop it\n"));
    }
}
