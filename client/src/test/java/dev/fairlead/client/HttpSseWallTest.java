package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.handler.Tolerance;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.testkit.http.TcpFaultProxy;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTarget;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of HTTP+SSE that are turned away one by one, while the stream stays. */
@Timeout(120)
class HttpSseWallTest {
    private static final Fault TOO_LITTLE = turnedAway(403, "Bearer error=\"insufficient_scope\", scope=\"more\"");
    private static final Fault UNKNOWN = turnedAway(401, "Bearer realm=\"x\"");

    @Test
    @Verifies({"F-2", "F-43", "E-3"})
    void aMessageThatIsTurnedAwayFailsAlone() throws Exception {
        refuses(Authorizer.bearer("t0"), UNKNOWN, TokenRejectedException.class);
        refuses(Authorizer.bearer("t0"), TOO_LITTLE, InsufficientScopeException.class);
        refuses(new Nobody(), UNKNOWN, AuthorizationRequiredException.class);
        refuses(new Nobody(), turnedAway(403, "Bearer"), AuthorizationRequiredException.class);
        refuses(new Broken(), UNKNOWN, UnavailableException.class);
    }

    @Test
    void withoutAnybodyWhoSaysWhoIsAskingTheRefusalStandsAndFailsAlone() throws Exception {
        refuses(null, UNKNOWN, AuthorizationException.class);
        refuses(null, turnedAway(403, "Bearer"), AuthorizationException.class);
    }

    private static void refuses(Authorizer authorizer, Fault wall, Class<? extends McpException> type)
            throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var transport = authorizer == null ? stage.sse() : stage.sse().withAuthorizer(authorizer);
            try (var client = McpClient.connect(transport, stage.profile().build())) {
                client.listTools();
                var other = calling(client, "gate", CallOptions.usual());
                HttpStage.await(stage.begun);
                stage.front.faults().once(rpc("tools/call"), wall);
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isExactlyInstanceOf(type)
                        .hasMessageStartingWith(
                                type.equals(UnavailableException.class) ? "tools/call" : "tools/call on server");
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                stage.released.countDown();
                assertThat(within(other).text()).isEqualTo("through");
                assertThat(client.violations()).isEmpty();
                assertThat(stage.gets()).hasSize(1);
                assertThat(stage.rpc("initialize")).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"408, true", "413, false", "429, false", "431, false", "500, true", "502, true", "503, true"})
    void whatIsRefusedForWantOfRoomTimeOrStrengthFailsAlone(int status, boolean maybeExecuted) throws Exception {
        refuses(Fault.answer(status), failure -> {
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            HttpStatusException.class,
                            refused -> assertThat(refused.status()).isEqualTo(status));
            assertThat(failure.maybeExecuted()).isEqualTo(maybeExecuted);
        });
    }

    @Test
    void aPostWhoseConnectionBreaksFailsAloneAndMayHaveRun() throws Exception {
        for (var fault : List.of(Fault.reset(), Fault.hangUp())) {
            refuses(fault, failure -> {
                assertThat(failure).isInstanceOf(ConnectionLostException.class);
                assertThat(failure.maybeExecuted()).isTrue();
            });
        }
    }

    @Test
    void aCallIsNotMadeAgainWhereTheServerTurnsAwayTheBeginningOfTheSessionOnlyThen() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.faults().once(rpc("notifications/initialized"), (exchange, usual) -> {
                exchange.unheard(usual);
                HttpStage.await(stage.begun);
                exchange.answer(429);
            });
            try (var client = stage.connectSse(stage.profile())) {
                assertThat(catchThrowableOfType(ConnectionLostException.class, () -> client.callTool("gate", null))
                                .maybeExecuted())
                        .isTrue();
                assertThat(stage.rpc("tools/call")).hasSize(1);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                assertThat(stage.rpc("initialize")).hasSize(2);
            }
        }
    }

    @Test
    void anAnswerThatComesAfterItsPostWasRefusedIsLateAndNoFaultOfTheServer() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connectSse(stage.profile().tolerance(Tolerance.STRICT))) {
            client.listTools();
            stage.front.faults().once(rpc("tools/call"), (exchange, usual) -> {
                exchange.unheard(usual);
                exchange.answer(504);
            });
            assertThat(catchThrowableOfType(McpException.class, () -> client.callTool("gate", null))
                            .maybeExecuted())
                    .isTrue();
            stage.released.countDown();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(client.violations()).containsOnlyKeys(Violation.Kind.LATE));
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(stage.gets()).hasSize(1);
        }
    }

    @Test
    void aCallThatMeetsNobodyFailsAloneAndSurelyDidNotRun() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var proxy = TcpFaultProxy.to(stage.front.sseUrl())) {
            var transport =
                    HttpTransport.to(proxy.through(stage.front.sseUrl())).withStrategy(HttpStrategy.SSE_ONLY);
            stage.front.faults().on(RecordedRequest.method("POST"), Fault.header("Connection", "close"));
            try (var client = McpClient.connect(transport, stage.profile().build())) {
                client.listTools();
                var other = calling(client, "gate", CallOptions.usual());
                HttpStage.await(stage.begun);
                await().atMost(SOON).until(() -> proxy.open() == 1);
                proxy.refuse();
                assertThatThrownBy(() -> client.callTool("echo", null))
                        .isInstanceOf(UnavailableException.class)
                        .hasMessageContainingAll("tools/call", "connection refused", "was not carried out");
                proxy.accept();
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                stage.released.countDown();
                assertThat(within(other).text()).isEqualTo("through");
            }
            assertThat(stage.gets()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 410})
    void aSessionThatIsGoneEndsWithAllItsCalls(int status) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connectSse(stage.profile())) {
            client.listTools();
            var other = calling(client, "gate", CallOptions.usual());
            HttpStage.await(stage.begun);
            stage.front.faults().once(rpc("tools/call"), Fault.answer(status));
            assertThatThrownBy(() -> client.callTool("echo", null)).isInstanceOf(ConnectionLostException.class);
            assertThatThrownBy(() -> within(other)).hasCauseInstanceOf(ConnectionLostException.class);
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            assertThat(stage.gets()).hasSize(2);
        }
    }

    @Test
    void aFirstMessageThatIsRefusedIsTheEndOfThePair() {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            stage.front.faults().once(rpc("initialize"), Fault.answer(503));
            assertThatThrownBy(() -> stage.connectSse(stage.profile()))
                    .isInstanceOfSatisfying(
                            HttpStatusException.class,
                            refused -> assertThat(refused.status()).isEqualTo(503));
        }
    }

    private static void refuses(Fault fault, Consumer<McpException> verdict) throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY);
                var client = stage.connectSse(stage.profile().tolerance(Tolerance.STRICT))) {
            client.listTools();
            var other = calling(client, "gate", CallOptions.usual());
            HttpStage.await(stage.begun);
            stage.front.faults().once(rpc("tools/call"), fault);
            assertThat(catchThrowableOfType(McpException.class, () -> client.callTool("echo", null)))
                    .satisfies(verdict);
            assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
            stage.released.countDown();
            assertThat(within(other).text()).isEqualTo("through");
            assertThat(stage.gets()).hasSize(1);
            assertThat(stage.rpc("initialize")).hasSize(1);
        }
    }

    @Test
    @Verifies({"F-38", "F-45"})
    void whoeverLogsInIsRepeatedOnTheSameStream() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            var logins = new AtomicInteger();
            var profile = stage.profile().login(required -> logins.incrementAndGet());
            try (var client = McpClient.connect(stage.sse().withAuthorizer(new Nobody()), profile.build())) {
                client.listTools();
                var other = calling(client, "gate", CallOptions.usual());
                HttpStage.await(stage.begun);
                stage.front.faults().once(rpc("tools/call"), UNKNOWN);
                assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                stage.released.countDown();
                assertThat(within(other).text()).isEqualTo("through");
            }
            assertThat(logins).hasValue(1);
            assertThat(stage.gets()).hasSize(1);
        }
    }

    @Test
    void aSessionWhoseBeginningIsTurnedAwayIsBegunAgain() {
        for (var method : List.of("initialize", "notifications/initialized")) {
            try (var stage = HttpStage.of(Era.LEGACY)) {
                var logins = new AtomicInteger();
                stage.front.faults().once(rpc(method), UNKNOWN);
                var profile = stage.profile().login(required -> logins.incrementAndGet());
                try (var client = McpClient.connect(stage.sse().withAuthorizer(new Nobody()), profile.build())) {
                    assertThat(client.callTool("echo", null).text()).isEqualTo("nothing");
                }
                assertThat(logins).as(method).hasValue(1);
                assertThat(stage.rpc("initialize")).hasSize(2);
            }
        }
    }

    @Test
    void anAnswerThatIsTurnedAwayIsToldAndEndsNothing() throws Exception {
        try (var stage = HttpStage.of(Era.LEGACY)) {
            Predicate<RecordedRequest> answer =
                    post -> post.method().equals("POST") && post.json().has("result");
            stage.front.faults().once(answer, UNKNOWN);
            var profile = stage.profile().handlers(HttpStage.named("Bo"));
            try (var client = McpClient.connect(stage.sse().withAuthorizer(Authorizer.bearer("t0")), profile.build())) {
                client.listTools();
                var unanswered = calling(client, "ask", CallOptions.usual());
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(client.violations()).containsOnlyKeys(Violation.Kind.REFUSED_MESSAGE));
                assertThat(unanswered).isNotDone();
                assertThat(client.callTool("ask", null).text()).isEqualTo("Bo");
                assertThat(stage.gets()).hasSize(1);
                unanswered.cancel(true);
            }
        }
    }

    private static Fault turnedAway(int status, String challenge) {
        return (exchange, usual) -> exchange.answer(status, Map.of("WWW-Authenticate", challenge), "");
    }

    /** Shows nothing, and wants somebody to log in whenever that is not enough. */
    private static class Nobody implements Authorizer {
        @Override
        public Credential credential(HttpTarget target, Deadline patience) {
            return Credential.NONE;
        }

        @Override
        public boolean turnedAway(
                HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience) {
            var pending = new PendingAuthorization(
                    target.server(),
                    "",
                    "https://as.example",
                    false,
                    false,
                    "app",
                    "https://app.example/cb",
                    null,
                    List.of(),
                    "st",
                    "v",
                    false,
                    Instant.EPOCH);
            throw new AuthorizationRequiredException(
                    "a request", target.name(), challenge, "https://as.example/authorize", pending);
        }
    }

    /** Cannot find out what to show. */
    private static final class Broken extends Nobody {
        @Override
        public boolean turnedAway(
                HttpTarget target, Challenge challenge, Credential shown, Headers answer, Deadline patience) {
            throw new UnavailableException("tools/call", target.name(), "whoever grants tokens is away", null);
        }
    }
}
