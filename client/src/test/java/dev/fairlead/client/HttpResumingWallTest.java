package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.LAST_EVENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A wall that stands before the rest of an answer, and not before the question. */
final class HttpResumingWallTest {

    @Test
    @Verifies("D-23")
    void aCallThatWasAcceptedIsNotMadeAgainAfterALogin() throws Exception {
        var logins = new AtomicInteger();
        try (var stage = HttpStage.of(Era.LEGACY);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            stage.front.resumable();
            var profile = stage.profile().login(required -> logins.incrementAndGet());
            var transport = HttpTransport.to(stage.front.url()).withAuthorizer(new Stranger());
            try (var client = McpClient.connect(transport, profile.build())) {
                client.listTools();
                stage.front.faults().on(request -> request.has(LAST_EVENT), Fault.answer(401));
                var call = threads.submit(
                        () -> catchThrowableOfType(ConnectionLostException.class, () -> client.callTool("gate", null)));
                assertThat(stage.begun.await(30, TimeUnit.SECONDS)).isTrue();
                stage.front.dropStreams();

                var lost = call.get(30, TimeUnit.SECONDS);

                assertThat(lost.maybeExecuted()).isTrue();
                assertThat(lost).hasMessageContaining("could not be taken up again");
            }
            assertThat(stage.rpc("tools/call")).hasSize(1);
            assertThat(logins).hasValue(0);
        }
    }

    /** Somebody who has nothing to show and would have to log in. */
    private static final class Stranger implements Authorizer {
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
                    "c",
                    "https://app.example/cb",
                    null,
                    List.of(),
                    "s",
                    "v",
                    false,
                    Instant.now());
            throw new AuthorizationRequiredException(
                    "x", target.name(), challenge, "https://as.example/login", pending);
        }
    }
}
