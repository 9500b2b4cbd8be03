package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.auth.FullStore.Mode;
import dev.fairlead.auth.Machine.Way;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.http.HttpTarget;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is secret about a token that is shown while the store is away: whoever hides it has to know that all the same. */
final class AwayStoreTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final FullStore store = new FullStore();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsShownIsKnownWithItsSecrets(boolean stored) throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().secrets(true);
            var oauth = stage.settings().store(store).build();
            try (var client = stage.connect(oauth)) {
                if (!stored) {
                    renewUnstored(stage, client);
                }
                var clientSecret = new Vault(store, "", Instant::now)
                        .client(stage.grantor().issuer(), Stage.REDIRECT)
                        .orElseThrow()
                        .secret();
                store.is(Mode.AWAY);
                assertThat(oauth.secrets(stage.mcp().url()))
                        .as("the token, what renews it, and what proves who the client is")
                        .contains(shown(stage, oauth), clientSecret)
                        .hasSize(3);
            }
        }
    }

    @Test
    void nothingIsSoughtOfAClientThatSomebodyToldUsOf() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.grantor().confidentialClient("app", "app-secret", "client_secret_basic", Stage.REDIRECT);
            var oauth = stage.settings()
                    .store(store)
                    .client(RegisteredClient.of("app")
                            .withSecret("app-secret")
                            .at(stage.grantor().issuer()))
                    .build();
            try (var client = stage.connect(oauth)) {
                renewUnstored(stage, client);
                store.is(Mode.AWAY);
                assertThat(oauth.secrets(stage.mcp().url()))
                        .contains(shown(stage, oauth), "app-secret")
                        .hasSize(3);
            }
        }
    }

    @Test
    void nothingIsSoughtOfAClientWhereThereIsNone() throws Exception {
        try (var machine = new Machine(Way.WORKLOAD, Era.MODERN)) {
            var oauth = machine.settings().store(store).build();
            try (var client = machine.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                store.is(Mode.AWAY);
                assertThat(oauth.secrets(machine.stage.mcp().url())).hasSize(1);
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
        }
    }

    private void renewUnstored(Stage stage, McpClient client) {
        store.is(Mode.FULL);
        stage.mcp().expireAll();
        assertThat(Stage.echo(client)).isEqualTo("nothing");
    }

    private static String shown(Stage stage, OAuth oauth) throws InterruptedException {
        var url = stage.mcp().url();
        return oauth.credential(new HttpTarget(url, "protected", "POST", url), Deadline.after(LIMIT))
                .token();
    }
}
