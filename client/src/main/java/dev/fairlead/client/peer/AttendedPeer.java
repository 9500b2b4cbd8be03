package dev.fairlead.client.peer;

import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** A server with a person at hand who can log in, whenever it demands that. */
public final class AttendedPeer implements Peer {
    // To get in, and to be allowed more.
    private static final int MAX_LOGINS = 2;

    private final Peer peer;
    private final LoginHandler login;
    private final Runnable afterwards;
    private final AtomicInteger logins = new AtomicInteger();

    /**
     * Attends to a server.
     *
     * @param afterwards what to do when somebody has logged in, as that may be somebody else than before
     */
    public AttendedPeer(Peer peer, LoginHandler login, Runnable afterwards) {
        this.peer = peer;
        this.login = login;
        this.afterwards = afterwards;
    }

    /** Attempts something; if somebody has to log in for that, lets them do so and attempts it again. */
    public static <T> T attended(LoginHandler login, Runnable afterwards, Supplier<T> attempt) {
        for (int logins = 0; ; logins++) {
            try {
                return attempt.get();
            } catch (AuthorizationRequiredException required) {
                if (logins == MAX_LOGINS) {
                    throw required;
                }
                login.login(required);
                afterwards.run();
            }
        }
    }

    @Override
    public ServerProfile server() {
        return peer.server();
    }

    @Override
    public Reply call(Invocation invocation, CallScope scope) {
        return attended(scope, () -> peer.call(invocation, scope));
    }

    @Override
    public void tell(Invocation invocation) {
        peer.tell(invocation);
    }

    @Override
    public ObjectNode await(ObjectNode task, Invocation call, CallScope scope) {
        return attended(scope, () -> peer.await(task, call, scope));
    }

    @Override
    public Listening listen(SubscriptionFilter filter, CallScope scope) {
        return attended(scope, () -> peer.listen(filter, scope));
    }

    @Override
    public Optional<String> unusable(Tool tool) {
        return peer.unusable(tool);
    }

    @Override
    public boolean mirrorsArguments() {
        return peer.mirrorsArguments();
    }

    @Override
    public void logFrom(LogLevel level, CallScope scope) {
        var ignored = attended(scope, () -> {
            peer.logFrom(level, scope);
            return level;
        });
    }

    @Override
    public void ping(CallScope scope) {
        var ignored = attended(scope, () -> {
            peer.ping(scope);
            return scope;
        });
    }

    @Override
    public void rootsChanged() {
        peer.rootsChanged();
    }

    @Override
    public void close() {
        peer.close();
    }

    /** Tells whether somebody is logging in. */
    public boolean attending() {
        return logins.get() > 0;
    }

    private void login(AuthorizationRequiredException required) {
        logins.incrementAndGet();
        try {
            login.login(required);
        } finally {
            logins.decrementAndGet();
        }
    }

    private <T> T attended(CallScope scope, Supplier<T> attempt) {
        return attended(
                this::login,
                () -> {
                    afterwards.run();
                    scope.restart(); // The time that a person took is not the server's.
                },
                attempt);
    }
}
