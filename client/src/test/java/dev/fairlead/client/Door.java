package dev.fairlead.client;

import static dev.fairlead.client.HttpStage.SOON;

import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.http.RecordedRequest;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.Authorizer;
import dev.fairlead.wire.http.Credential;
import dev.fairlead.wire.http.HttpTarget;
import dev.fairlead.wire.http.HttpTransport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server that lets in whoever has logged in since the door was shut last. */
final class Door implements Authorizer, AutoCloseable {
    final HttpStage stage;
    private final AtomicInteger key = new AtomicInteger();
    private volatile int held = -1;
    private volatile String epoch = "";

    Door(Era era) {
        this(FakeServer.named("door").era(era));
    }

    Door(FakeServer.Builder script) {
        stage = HttpStage.of(script);
        stage.front.behind(inside -> exchange -> {
            if (exchange.request().header("Authorization").equals(Optional.of("Bearer " + key.get()))) {
                inside.handle(exchange);
            } else {
                exchange.answer(401, Map.of("WWW-Authenticate", "Bearer realm=\"door\""), "");
            }
        });
    }

    void open() {
        held = key.get();
    }

    /** Opens to somebody else, who has logged in by other means than ours. */
    void openElsewhere(String other) {
        open();
        epoch = other;
    }

    void shut() {
        key.incrementAndGet();
    }

    McpClient connect(@Nullable LoginHandler login) {
        var profile = stage.profile().connectTimeout(SOON).limits(Limits.within(SOON));
        return connect(login == null ? profile : profile.login(login));
    }

    McpClient connect(ClientProfile.Builder profile) {
        return McpClient.connect(HttpTransport.to(stage.front.url()).withAuthorizer(this), profile.build());
    }

    long asked(String method) {
        return stage.front.requests().stream()
                .filter(RecordedRequest.rpc(method))
                .filter(request -> request.has("Authorization"))
                .count();
    }

    @Override
    public Credential credential(HttpTarget target, Deadline patience) {
        return held < 0
                ? Credential.NONE
                : new Credential(Headers.NONE.with("Authorization", "Bearer " + held), "held");
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

    @Override
    public String epoch(String server) {
        return epoch;
    }

    @Override
    public void close() {
        stage.close();
    }
}
