package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;
import static dev.fairlead.client.HttpStage.calling;
import static dev.fairlead.client.HttpStage.within;
import static dev.fairlead.testkit.http.RecordedRequest.rpc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
