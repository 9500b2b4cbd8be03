package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.auth.Grant;
import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.RegisteredClient;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.auth.AuthScene;
import dev.fairlead.testkit.auth.HttpUserAgent;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoginsTest {
    private static final Set<Thread.State> SETTLED = EnumSet.of(Thread.State.WAITING, Thread.State.TERMINATED);

    private final List<AuditRecord> audit = new CopyOnWriteArrayList<>();

    @Test
    void aRenewedTokenIsWrittenDownForServerAndPersonAndIsNotInIt() {
        try (var scene = scene()) {
            var oauth = new Logins(Stores.memory(), habits -> {}, audit::add).of("s", null, "ann");
            var url = scene.mcp().url();
            try (var client = connect(url, oauth)) {
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
                assertThat(audit).isEmpty();
                scene.mcp().expireAll();
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            assertThat(audit)
                    .containsExactly(AuditRecord.refresh(
                            "ann", "s", "renewed by " + scene.authServer().issuer()));
            assertThat(oauth.secrets(url))
                    .isNotEmpty()
                    .noneMatch(secret -> audit.toString().contains(secret));
        }
    }

    @Test
    void whoeverClosesOnAThreadThatWasInterruptedWaitsUntilEverythingIsStored() throws InterruptedException {
        var store = new RefusingStore();
        var logins = new Logins(store, habits -> {}, audit::add);
        try (var scene = scene()) {
            var url = scene.mcp().url();
            var oauth = logins.of("s", null, "ann");
            try (var client = connect(url, oauth)) {
                store.refuses(true);
                scene.mcp().expireAll();
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            store.refuses(false);
            var kept = new AtomicBoolean();
            var waits = new AtomicBoolean();
            var closing = Thread.ofVirtual().unstarted(() -> {
                Thread.currentThread().interrupt();
                logins.forgetAll();
                kept.set(Thread.interrupted());
            });
            store.beforeWriting(() -> {
                Awaitility.await().forever().until(() -> SETTLED.contains(closing.getState()));
                waits.set(closing.isAlive());
            });
            closing.start();
            closing.join();
            assertThat(waits).isTrue();
            assertThat(kept).isTrue();
            assertThat(logins.of("s", null, "ann").secrets(url)).isEqualTo(oauth.secrets(url));
        }
    }

    @Test
    void whatCouldNotBeStoredStaysForThePersonUntilItIs() {
        var store = new RefusingStore();
        var logins = new Logins(store, habits -> {}, audit::add);
        try (var scene = scene()) {
            var url = scene.mcp().url();
            var oauth = logins.of("s", null, "ann");
            var elsewhere = logins.of("other", null, "ann");
            try (var client = connect(url, oauth)) {
                store.refuses(true);
                scene.mcp().expireAll();
                assertThat(client.callTool("t", null).text()).isEqualTo("done");
            }
            logins.forget("ann", Runnable::run);
            assertThat(logins.of("s", null, "ann")).isSameAs(oauth);
            assertThat(logins.of("other", null, "ann")).isNotSameAs(elsewhere);

            store.refuses(false);
            logins.forget("ann", Runnable::run);
            assertThat(logins.of("s", null, "ann")).isNotSameAs(oauth);
            assertThat(logins.of("s", null, "ann").secrets(url)).isEqualTo(oauth.secrets(url));
        }
    }

    @Test
    void aProgramThatGetsInWithoutPeopleSaysWhere() {
        var client = RegisteredClient.of("app").withSecret("open-sesame").at("https://as.example");
        var everywhere = new Logins(
                Stores.memory(), oauth -> oauth.grant(new Grant.OwnRight()).client(client), audit::add);
        assertThatThrownBy(() -> everywhere.of("s", null, null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("'s'", "forServers(...)")
                .hasMessageNotContaining("open-sesame");
        var there = new Logins(
                Stores.memory(),
                oauth -> oauth.grant(new Grant.OwnRight()).client(client).forServers("https://mcp.example"),
                audit::add);
        assertThat(there.of("s", null, null)).isNotNull();
    }

    private static AuthScene scene() {
        return AuthScene.with(FakeServer.named("protected")
                .tool(Tool.of("t", null, Json.object().put("type", "object")), call -> CallToolResult.ofText("done"))
                .build());
    }

    private static McpClient connect(String url, OAuth oauth) {
        var profile = ClientProfile.builder().login(required -> {
            try {
                var back = new HttpUserAgent().stopBefore(required.pending().redirectUri(), required.url());
                oauth.finish(required.pending(), back);
            } catch (IOException lost) {
                throw new UncheckedIOException(lost);
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("nobody interrupts a test", impossible);
            }
        });
        return McpClient.connect(HttpTransport.to(url).withAuthorizer(oauth), profile.build());
    }
}
