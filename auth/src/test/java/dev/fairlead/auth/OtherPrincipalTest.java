package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.RecordedRequest;
import org.junit.jupiter.api.Test;

/** What clients keep that are open when somebody else logs in. */
final class OtherPrincipalTest {

    @EachEra
    @Verifies("F-46")
    void aLoginThatTheApplicationFinishesEmptiesWhatOpenClientsKeep(Era era) throws Exception {
        try (var stage = Stage.of(era)) {
            var oauth = stage.settings().build();
            finish(oauth, demanded(stage, oauth));
            try (var client = stage.connect(oauth, Stage.profile())) {
                Stage.echo(client);
                Stage.echo(client);
                assertThat(lists(stage)).isEqualTo(1);
                finish(oauth, oauth.again(demanded(stage, other()), Stage.REDIRECT));
                Stage.echo(client);
                assertThat(lists(stage)).isEqualTo(2);
            }
        }
    }

    @Test
    @Verifies("F-46")
    void whoeverLogsOutLeavesNothing() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            finish(oauth, demanded(stage, oauth));
            var server = stage.mcp().url();
            var before = oauth.epoch(server);
            oauth.logout(server);
            assertThat(oauth.epoch(server)).isNotEqualTo(before);
            assertThat(oauth.epoch("https://other.example/mcp")).isEqualTo(oauth.epoch("https://another.example/mcp"));
        }
    }

    @EachEra
    @Verifies("F-46")
    void aRenewalIsForTheSameOneAndEmptiesNothing(Era era) throws Exception {
        try (var stage = Stage.of(era)) {
            var oauth = stage.settings().build();
            finish(oauth, demanded(stage, oauth));
            try (var client = stage.connect(oauth, Stage.profile())) {
                Stage.echo(client);
                stage.mcp().expireAll();
                Stage.echo(client);
                assertThat(stage.grantor().tokenRequests("refresh_token")).isEqualTo(1);
                Stage.echo(client);
                assertThat(lists(stage)).isEqualTo(1);
            }
        }
    }

    @Test
    @Verifies("F-46")
    void whatAnotherProcessGotMayBeForSomebodyElse() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var oauth = stage.settings().build();
            finish(oauth, demanded(stage, oauth));
            try (var client = stage.connect(oauth, Stage.profile())) {
                Stage.echo(client);
                var elsewhere = stage.settings().build();
                finish(elsewhere, elsewhere.again(demanded(stage, other()), Stage.REDIRECT));
                Stage.echo(client);
                assertThat(lists(stage)).isEqualTo(1); // It still asks as the one who was there before.
                stage.grantor().expireAll();
                Stage.echo(client);
                Stage.echo(client);
                assertThat(lists(stage)).isEqualTo(2);
            }
        }
    }

    /** Returns an application that holds nothing. */
    private static OAuth other() {
        return OAuth.builder().redirectUri(Stage.REDIRECT).build();
    }

    private static AuthorizationRequiredException demanded(Stage stage, OAuth oauth) {
        try (McpClient client = stage.connect(oauth, Stage.profile())) {
            throw new AssertionError("let in: " + client.server());
        } catch (AuthorizationRequiredException required) {
            return required;
        }
    }

    private static void finish(OAuth oauth, AuthorizationRequiredException required) throws InterruptedException {
        oauth.finish(required.pending(), Stage.comeBack(required));
    }

    private static long lists(Stage stage) {
        return stage.mcp().front().requests().stream()
                .filter(RecordedRequest.rpc("tools/list"))
                .filter(request -> request.has("Authorization"))
                .count();
    }
}
