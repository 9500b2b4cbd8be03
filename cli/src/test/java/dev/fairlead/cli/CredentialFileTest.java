package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is said where the tokens cannot be kept, or be read. */
@Timeout(120)
final class CredentialFileTest {
    @TempDir
    Path folder;

    private Path home;
    private LoginScene scene;

    @BeforeEach
    void open() {
        home = folder.resolve("kept");
        scene = new LoginScene(home);
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files there have no owner-only permissions")
    void aFolderThatOthersMayLookIntoHoldsFilesOfTheOwnerAlone() throws Exception {
        Files.createDirectory(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));

        for (var words : List.of(
                scene.words("login", "--redirect-port", Integer.toString(scene.port())),
                scene.words("tools"),
                new String[] {"add", "guarded", scene.url()},
                new String[] {"policy", "deny", "guarded", "greet"},
                new String[] {"policy"},
                new String[] {"servers"})) {
            var run = scene.shell().run(words);
            assertThat(run.code()).as("%s: %s", List.of(words), run.err()).isZero();
        }
        try (var files = Files.list(home)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files there have no owner-only permissions")
    void aFolderThatOthersMayWriteToIsNoMatterOfTheServer() throws Exception {
        Files.createDirectory(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxr-x"));

        for (var verb : List.of(scene.words("login"), scene.words("tools"), scene.words("login", "--scope", "mast"))) {
            var run = scene.shell().run(verb);
            assertThat(run.code()).isEqualTo(3);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .startsWith("fairlead: This is no safe place for credentials: ")
                    .contains("chmod 700 " + home)
                    .doesNotContain("carried out")
                    .hasLineCount(1);
        }
        var run = scene.run(scene.shell(), "login", "--json");
        assertThat(run.code()).isEqualTo(3);
        assertThat(Json.parse(run.out()).path("error").path("type").stringValue())
                .isEqualTo("token-store");
        assertThat(scene.opened).isEmpty();
    }

    @Test
    void aKeyThatIsNoneIsAMatterOfWhatWasTyped() {
        var run = scene.run(scene.shell().variable("FAIRLEAD_STORE_KEY", "s3cr3t"), "login");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("fairlead: FAIRLEAD_STORE_KEY holds no key")
                .doesNotContain("s3cr3t");
    }

    @Test
    void isEncryptedWithTheKeyOfTheEnvironment() throws Exception {
        var key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
        scene.run(scene.shell().variable("FAIRLEAD_STORE_KEY", key), "login");

        assertThat(Files.readString(home.resolve("credentials.json")))
                .doesNotContain(scene.grantor().tokens())
                .doesNotContain(scene.grantor().issuer());
        assertThat(scene.run(scene.shell().variable("FAIRLEAD_STORE_KEY", key), "call", "greet")
                        .out())
                .isEqualTo("ahoy\n");
        var locked = scene.run(scene.shell(), "call", "greet", "--json");
        assertThat(locked.code()).isEqualTo(3);
        assertThat(Json.parse(locked.out()).path("error").path("type").stringValue())
                .isEqualTo("token-store");
        var wrong = scene.run(scene.shell().variable("FAIRLEAD_STORE_KEY", "s3cr3t"), "call", "greet");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err())
                .startsWith("fairlead: FAIRLEAD_STORE_KEY holds no key")
                .doesNotContain("s3cr3t");
    }

    @Test
    void aBrokenFileIsMovedAsideAndThatIsToldInOneLine() throws Exception {
        var file = home.resolve("credentials.json");
        for (var verb : List.of(new String[] {"whoami"}, scene.words("whoami"), scene.words("tools"))) {
            scene.login();
            Files.writeString(file, "{");

            var run = scene.shell().run(verb);

            assertThat(run.code()).isEqualTo(3);
            assertThat(run.err().lines())
                    .hasSize(2)
                    .first()
                    .asString()
                    .matches(
                            "fairlead: %s cannot be understood: .*; it was moved to credentials\\.json\\.broken-\\S+, and a new login is needed"
                                    .formatted(Pattern.quote(file.toString())));
        }
        scene.login();
        assertThat(scene.run(scene.shell(), "call", "greet")).isEqualTo(new Shell.Run(0, "ahoy\n", ""));
    }
}
