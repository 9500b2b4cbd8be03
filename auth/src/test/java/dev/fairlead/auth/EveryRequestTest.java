package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.store.ForwardingStore;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.Dpop;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens on every kind of request, and nowhere else. */
final class EveryRequestTest {
    private static final Duration SOON = Duration.ofSeconds(40);

    @EachEra
    @Verifies({"D-9", "F-40", "F-41"})
    void everyRequestCarriesTheToken(Era era) throws Exception {
        try (var stage = Stage.of(era)) {
            stage.mcp().front().getStream(true);
            var oauth = stage.settings().build();
            try (var client = stage.connect(oauth)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().front().http().forgetRequests();
                client.ping();
                if (era == Era.LEGACY) {
                    stage.mcp().front().dropStreams();
                    stage.mcp().front().awaitRequest(RecordedRequest.method("GET"), SOON);
                }
            }
            if (era == Era.LEGACY) {
                stage.mcp().front().awaitRequest(RecordedRequest.method("DELETE"), SOON);
            }
            assertOnlyInTheHeader(stage.mcp().front().requests(), "Bearer ");
            assertThat(stage.mcp().lint()).isEmpty();
            assertThat(stage.logins).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Verifies({"F-40", "F-41", "F-50"})
    void theOldPairOfStreamsCarriesItToo(boolean bound) {
        try (var stage = Stage.of(Era.LEGACY)) {
            stage.grantor().dpop(bound ? Dpop.REQUIRED : Dpop.OFF);
            stage.mcp().resource(stage.mcp().front().sseUrl());
            var oauth = stage.settings().build();
            var transport = HttpTransport.to(stage.mcp().front().sseUrl())
                    .withStrategy(HttpStrategy.SSE_ONLY)
                    .withAuthorizer(oauth);
            var profile = Stage.profile().login(stage.person(oauth)).build();
            try (var client = McpClient.connect(transport, profile)) {
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                stage.mcp().front().http().forgetRequests();
                stage.mcp().expireAll();
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                assertOnlyInTheHeader(stage.mcp().front().requests(), bound ? "DPoP " : "Bearer ");
            }
            assertThat(stage.logins).hasValue(1);
            assertThat(stage.grantor().lint()).isEmpty();
            assertThat(stage.mcp().lint()).isEmpty();
        }
    }

    private static void assertOnlyInTheHeader(List<RecordedRequest> requests, String scheme) {
        var asked = requests.stream()
                .filter(request -> !request.path().startsWith("/.well-known/"))
                .toList();
        assertThat(asked).isNotEmpty().allSatisfy(request -> {
            var header = request.header("Authorization").orElse("none");
            assertThat(header).as(request.method()).startsWith(scheme);
            assertThat(request.target()).doesNotContain(header.substring(scheme.length()));
            assertThat(request.body()).doesNotContain(header.substring(scheme.length()));
        });
    }

    @Test
    @Verifies("F-43")
    void aStoreThatFailsFailsTheCallAndNothingWasCarriedOut() {
        try (var stage = Stage.of(Era.MODERN)) {
            var broken = new AtomicBoolean();
            var store = new BreakableStore(broken);
            var oauth = stage.settings().store(store).build();
            try (var client = stage.connect(oauth)) {
                client.listTools();
                broken.set(true);
                stage.mcp().expireAll();
                assertThatThrownBy(() -> Stage.echo(client))
                        .isInstanceOf(UnavailableException.class)
                        .hasMessageContaining("the disk is full");
                broken.set(false);
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            broken.set(true);
            var fresh = stage.settings().store(store).build();
            assertThatThrownBy(() -> stage.connect(fresh))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("the disk is full");
        }
    }

    private static final class BreakableStore extends ForwardingStore {
        private final AtomicBoolean broken;

        BreakableStore(AtomicBoolean broken) {
            this.broken = broken;
        }

        @Override
        protected Store inner() {
            if (broken.get()) {
                throw new StoreException("the disk is full", null);
            }
            return super.inner();
        }
    }
}
