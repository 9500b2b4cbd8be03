package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.McpClient;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HiddenTokensTest {
    private static final String TOKEN = "zQ81mvY2Lw0aT7pX";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final HttpTarget TARGET =
            new HttpTarget("https://mcp.example/mcp", "s", "POST", "https://mcp.example/mcp");

    private final AtomicReference<String> token = new AtomicReference<>(TOKEN);
    private final Authorizer shown = new Authorizer() {
        @Override
        public Credential credential(HttpTarget target, Deadline patience) {
            return new Credential(Headers.NONE.with("Authorization", "Bearer " + token.get()), token.get());
        }

        @Override
        public boolean turnedAway(
                HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience) {
            return false;
        }

        @Override
        public String epoch(String server) {
            return "epoch of " + server;
        }
    };

    @Test
    void eachNewTokenIsHiddenOnceBeforeItIsShown() throws Exception {
        var hidden = new ArrayList<Collection<String>>();
        var server = FakeServer.named("s").build();
        try (var front = HttpFront.serving(server)) {
            var tokens = new HiddenTokens(shown, of -> Set.of("what renews " + token.get()), hidden::add);
            var target = HttpTransport.to(front.url()).withAuthorizer(tokens);
            try (var client = McpClient.connect(target)) {
                client.ping();
                token.set("another1another2");
                client.ping();
                client.ping();
            }
            assertThat(tokens.epoch("x")).isEqualTo("epoch of x");
        }
        assertThat(hidden)
                .map(List::copyOf)
                .containsExactly(
                        List.of(TOKEN, "what renews " + TOKEN),
                        List.of("another1another2", "what renews another1another2"));
    }

    @Test
    void nobodyIsGivenATokenThatAnotherOneIsAboutToHide() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var hidden = ConcurrentHashMap.<String>newKeySet();
        var tokens = new HiddenTokens(
                shown,
                server -> {
                    if (begun.getCount() > 0) {
                        begun.countDown();
                        await(go);
                    }
                    return Set.of();
                },
                hidden::addAll);
        var first = Thread.ofVirtual().start(() -> {
            var ignored = credential(tokens);
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(tokens.credential(TARGET, Deadline.after(LIMIT)).token()).isEqualTo(TOKEN);
        assertThat(hidden).contains(TOKEN);

        go.countDown();
        assertThat(first.join(LIMIT)).isTrue();
    }

    @Test
    void aTokenIsHiddenLaterIfItCouldNotBeAtOnce() throws Exception {
        var broken = new AtomicBoolean(true);
        var hidden = new ArrayList<String>();
        var tokens = new HiddenTokens(
                shown,
                server -> {
                    if (broken.getAndSet(false)) {
                        throw new StoreException("it is being repaired", null);
                    }
                    return Set.of("what renews it");
                },
                hidden::addAll);
        assertThatThrownBy(() -> tokens.credential(TARGET, Deadline.after(LIMIT)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContainingAll("'s'", "its store fails: it is being repaired");
        assertThat(tokens.credential(TARGET, Deadline.after(LIMIT)).token()).isEqualTo(TOKEN);
        assertThat(hidden).containsExactly(TOKEN, "what renews it");
    }

    @Test
    void aStoreThatDoesNotAnswerHoldsNobodyBeyondTheirTime() {
        var never = new CountDownLatch(1);
        var tokens = new HiddenTokens(
                shown,
                server -> {
                    await(never);
                    return Set.of();
                },
                secrets -> {});
        assertThatThrownBy(() -> tokens.credential(TARGET, Deadline.after(Duration.ofMillis(50))))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("its store does not answer in time");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> tokens.credential(TARGET, Deadline.never())).isInstanceOf(InterruptedException.class);
        never.countDown();
    }

    private static Credential credential(Authorizer tokens) {
        try {
            return tokens.credential(TARGET, Deadline.after(LIMIT));
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aServerThatRepeatsTheTokenIsNotHeardToDoSo() {
        var server = FakeServer.named("s")
                .tool(
                        Tool.of("t", null, Json.object().put("type", "object")),
                        call -> CallToolResult.ofText("you showed " + TOKEN + " and that is fine"))
                .build();
        var redactor = Redactor.usual();
        try (var front = HttpFront.serving(server);
                var host = Host.builder()
                        .redactor(redactor)
                        .server(
                                "s",
                                HttpTransport.to(front.url())
                                        .withAuthorizer(new HiddenTokens(shown, of -> Set.of(), secrets -> {
                                            var ignored = redactor.hold(secrets);
                                        })))
                        .open()) {
            assertThat(host.call("s__t", null).text()).contains(TOKEN);
            assertThat(host.events().history().toString())
                    .contains("and that is fine")
                    .doesNotContain(TOKEN);
        }
    }
}
