package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import org.junit.jupiter.api.Test;

/** Logins, renewals and wider authorizations while the old pair of streams stays open. */
final class PairOfStreamsTest {

    @Test
    @Verifies({"F-33", "F-43"})
    void moreIsAgreedToOnTheSameStream() {
        try (var stage = old()) {
            var oauth = stage.settings().build();
            try (var client = connect(stage, oauth, Stage.profile().login(stage.person(oauth)))) {
                client.listTools();
                stage.mcp().requires("tools/call", "files");
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(stage.logins).hasValue(2);
            assertThat(streams(stage)).isEqualTo(1);
            assertThat(stage.mcp().lint()).isEmpty();
        }
    }

    @Test
    @Verifies({"F-2", "F-45"})
    void whoHasToLogInAgainIsToldAndTheStreamStays() throws Exception {
        try (var stage = old()) {
            var oauth = stage.settings().build();
            var demanded = new AuthorizationRequiredException[1];
            try {
                connect(stage, oauth, Stage.profile()).close();
            } catch (AuthorizationRequiredException required) {
                oauth.finish(required.pending(), Stage.comeBack(required));
            }
            stage.mcp().front().http().forgetRequests();
            try (var client = connect(stage, oauth, Stage.profile())) {
                client.listTools();
                stage.mcp().requires("tools/call", "files");
                assertThatThrownBy(() -> Stage.echo(client))
                        .isInstanceOfSatisfying(AuthorizationRequiredException.class, more -> demanded[0] = more);
                oauth.finish(demanded[0].pending(), Stage.comeBack(demanded[0]));
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(streams(stage)).isEqualTo(1);
        }
    }

    private static Stage old() {
        var stage = Stage.of(Era.LEGACY);
        stage.mcp().resource(stage.mcp().front().sseUrl());
        return stage;
    }

    private static McpClient connect(Stage stage, OAuth oauth, ClientProfile.Builder profile) {
        var transport = HttpTransport.to(stage.mcp().front().sseUrl())
                .withStrategy(HttpStrategy.SSE_ONLY)
                .withAuthorizer(oauth);
        return McpClient.connect(transport, profile.build());
    }

    /** Counts the streams that were let in. */
    private static long streams(Stage stage) {
        return stage.mcp().front().requests().stream()
                .filter(RecordedRequest.method("GET"))
                .filter(request -> request.path().equals("/sse") && request.has("Authorization"))
                .count();
    }
}
