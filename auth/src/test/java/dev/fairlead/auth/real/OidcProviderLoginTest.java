package dev.fairlead.auth.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.store.FileStore;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.real.OidcProvider;
import dev.fairlead.testkit.real.Real;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Real
final class OidcProviderLoginTest {
    private static OidcProvider server;

    @RegisterExtension
    final Reach reach = new Reach();

    @BeforeAll
    static void start() {
        server = OidcProvider.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void somebodyLogsInAndCallsATool() throws IOException, InterruptedException {
        var oauth = oauth().build();

        var client = reach.connect(server.mcp(), oauth, OidcProvider.person("alice"));

        assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
        assertThat(oauth.account(server.mcp())).hasValueSatisfying(account -> {
            assertThat(account.issuer()).isEqualTo(server.issuer());
            assertThat(account.scopes()).contains("mcp:read").doesNotContain("mcp:write");
            assertThat(account.renewable()).isTrue();
            assertThat(account.boundToKey()).isFalse();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_06_18", "V2025_11_25", "V2026_07_28"})
    void everyRevisionIsLetIn(ProtocolVersion version) throws IOException, InterruptedException {
        var oauth = oauth().build();
        Supplier<McpClient> attempt = () ->
                reach.connect(server.mcp(), oauth, ClientProfile.builder().versions(VersionPolicy.exactly(version)));

        Reach.login(Reach.demanded(attempt::get), oauth, OidcProvider.person("alice"));
        var client = attempt.get();

        assertThat(client.server().version()).isEqualTo(version);
        assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
    }

    @Test
    void tokensThatCanBeReadServeAsWell() throws IOException, InterruptedException {
        try (var other = OidcProvider.with().jwtTokens().start()) {
            var client = reach.connect(other.mcp(), oauth().build(), OidcProvider.person("alice"));

            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
        }
    }

    @Test
    void whatNeedsMoreIsAgreedToOnceMore() throws IOException, InterruptedException {
        var oauth = oauth().build();
        var person = OidcProvider.person("alice");
        var client = reach.connect(server.mcp(), oauth, person);

        var demanded = Reach.demanded(() -> client.callTool("note", Map.of("words", "hi")));
        assertThat(demanded.pending().scopes()).contains("mcp:read", "mcp:write");
        Reach.login(demanded, oauth, person);

        assertThat(client.callTool("note", Map.of("words", "hi")).text()).isEqualTo("noted: hi");
        assertThat(client.callTool("scopes", null).text()).contains("mcp:read", "mcp:write");
    }

    @Test
    void anotherNodeFinishesWhatOneBegan(@TempDir Path folder) throws IOException, InterruptedException {
        var nodeA = oauth().owner("alice").store(FileStore.at(folder.resolve("tokens")));
        var nodeB = oauth().owner("alice").store(FileStore.at(folder.resolve("tokens")));
        int registered = server.seen().path("registrations").asInt();

        var begun = Reach.demanded(() -> reach.connect(server.mcp(), nodeA.build()));
        var kept = begun.pending().toJson();
        var callback = OidcProvider.person("alice").stopBefore(Reach.REDIRECT, begun.url());
        nodeB.build().finish(PendingAuthorization.from(kept), callback);

        // Everybody starts anew, as after the restart of all.
        assertThat(reach.connect(server.mcp(), nodeA.build())
                        .callTool("whoami", null)
                        .text())
                .isEqualTo("alice");
        assertThat(reach.connect(server.mcp(), nodeB.build())
                        .callTool("whoami", null)
                        .text())
                .isEqualTo("alice");
        assertThat(server.seen().path("registrations").asInt()).isEqualTo(registered + 1);
        assertThatThrownBy(() -> nodeA.build().finish(PendingAuthorization.from(kept), callback))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("already");
    }

    @Test
    void twoPeopleOfOneApplicationAreKeptApart(@TempDir Path folder) throws IOException, InterruptedException {
        var store = FileStore.at(folder.resolve("tokens"));
        var alice = oauth().owner("alice").store(store).build();
        var bob = oauth().owner("bob").store(store).build();

        var first = reach.connect(server.mcp(), alice, OidcProvider.person("alice"));
        var second = reach.connect(server.mcp(), bob, OidcProvider.person("bob"));

        assertThat(first.callTool("whoami", null).text()).isEqualTo("alice");
        assertThat(second.callTool("whoami", null).text()).isEqualTo("bob");
    }

    @Test
    void whoRefusesIsNotAskedTwice() throws IOException {
        var oauth = oauth().build();
        var person = OidcProvider.person("alice");
        var demanded = Reach.demanded(() -> reach.connect(server.mcp(), oauth));

        var page = person.stopBefore(server.issuer() + "/interaction/", demanded.url());
        var callback = person.stopBefore(Reach.REDIRECT, page + "/abort");

        assertThatThrownBy(() -> oauth.finish(demanded.pending(), callback))
                .isInstanceOf(LoginFailedException.class)
                .hasMessageContaining("access_denied");
        assertThat(oauth.account(server.mcp())).isEmpty();
    }

    @Test
    void aClientIsKnownByItsDocument() throws IOException, InterruptedException {
        var id = "https://client.example/fairlead.json";
        var document = Login.nativeClient(Reach.REDIRECT).put("client_id", id);
        try (var web = HttpServer.start(exchange ->
                        exchange.answer(200, Map.of("Content-Type", "application/json"), Json.write(document)));
                var other = OidcProvider.with()
                        .document(id, web.origin() + "/fairlead.json")
                        .start()) {
            var oauth = oauth().metadataDocument(id).build();

            var client = reach.connect(other.mcp(), oauth, OidcProvider.person("alice"));

            assertThat(client.callTool("whoami", null).text()).isEqualTo("alice");
            assertThat(oauth.account(other.mcp()).orElseThrow().clientId()).isEqualTo(id);
            assertThat(other.seen().path("registrations").asInt()).isZero();
            assertThat(web.requests()).hasSize(1);
        }
    }

    private static OAuth.Builder oauth() {
        return OAuth.builder().redirectUri(Reach.REDIRECT).store(new MemoryStore());
    }
}
