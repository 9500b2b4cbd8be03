package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** People who have logged in, and want to do so again. */
@Timeout(120)
final class LoginAgainTest {
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
    void happensOnce() {
        scene.login();

        var again = scene.run(scene.shell(), "login");

        assertThat(again.code()).isZero();
        assertThat(again.err())
                .isEqualTo("fairlead: already logged in to %s by %s; to log in anew, run 'fairlead logout %s' first\n"
                        .formatted(scene.url(), scene.grantor().issuer(), scene.url()));
        assertThat(again.out()).startsWith("logged in to  " + scene.url());
        assertThat(scene.opened).hasSize(1);
        scene.grantor().expireAll();
        assertThat(already(scene.run(scene.shell(), "login", "--json"))).isTrue();
    }

    @Test
    void happensAgainForWhoeverWantsMore() {
        scene.login("--scope", "mast");
        scene.login("--scope", "mast", "--scope", "sail");

        assertThat(scene.opened).hasSize(2);
        assertThat(scene.run(scene.shell(), "whoami").out()).contains("mast sail");
    }

    @Test
    void happensAgainForAnotherClient() {
        scene.grantor().client("public", "http://127.0.0.1/callback");
        scene.login();
        scene.login("--client-id", "public");

        var again = scene.run(scene.shell(), "login", "--client-id", "public", "--json");

        assertThat(scene.opened).hasSize(2);
        assertThat(already(again)).isTrue();
        assertThat(Json.parse(again.out()).path("account").path("clientId").stringValue())
                .isEqualTo("public");
        assertThat(scene.grantor().lint()).isEmpty();
    }

    @Test
    void happensAgainWhereNothingCanBeRenewed() {
        scene.login();
        scene.grantor().revokeAll();

        assertThat(already(scene.run(scene.shell(), "login", "--json"))).isFalse();
        assertThat(scene.opened).hasSize(2);
    }

    @Test
    void saysWhereTheFormerLoginCouldNotBeGivenBack() {
        scene.login();
        scene.grantor().close();

        var run = scene.run(scene.shell(), "login", "--scope", "mast");

        assertThat(run.code()).isEqualTo(4);
        assertThat(run.err())
                .startsWith("fairlead: the former login could not be given back: ")
                .hasLineCount(2);
    }

    private static boolean already(Shell.Run run) {
        assertThat(run.code()).as(run.toString()).isZero();
        return Json.parse(run.out()).path("already").booleanValue();
    }
}
