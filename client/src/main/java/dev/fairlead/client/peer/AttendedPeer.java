package dev.fairlead.client.peer;

import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.McpException;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** A server with a person at hand who can log in, whenever it demands that. */
public final class AttendedPeer implements Peer {
    private final Peer peer;
    private final Attendance attendance;

    /** Lets people attend to a server. */
    public AttendedPeer(Peer peer, Attendance attendance) {
        this.peer = peer;
        this.attendance = attendance;
    }

    @Override
    public ServerProfile server() {
        return peer.server();
    }

    @Override
    public long session() {
        return peer.session();
    }

    @Override
    public Reply call(Invocation invocation, CallScope scope) {
        return attendance.attended(
                invocation::words, () -> loggedIn(invocation, scope), new Attempts(invocation, scope));
    }

    /** Attempts a call. Where nobody knows what became of the attempt before, nobody knows what became of the call. */
    private final class Attempts implements Supplier<Reply> {
        private final Invocation invocation;
        private final CallScope scope;
        private boolean begun;

        Attempts(Invocation invocation, CallScope scope) {
            this.invocation = invocation;
            this.scope = scope;
        }

        @Override
        public Reply get() {
            try {
                return peer.call(invocation, scope);
            } catch (McpException failure) {
                var told = begun ? new Begun(invocation, attendance.server()).told(failure) : failure;
                begun = told.maybeExecuted();
                throw told;
            }
        }
    }

    private static void loggedIn(Invocation invocation, CallScope scope) {
        scope.restart(); // The time that a person took is not the server's.
        if (invocation.premise() != null) {
            invocation.premise().look().run(); // Whoever it was, the server may offer them something else.
        }
    }

    @Override
    public void tell(Invocation invocation) {
        peer.tell(invocation);
    }

    @Override
    public Supplier<ObjectNode> following(ObjectNode task, Invocation call, CallScope scope) {
        var following = peer.following(task, call, scope);
        return () -> attendance.attended(call::words, scope, following);
    }

    @Override
    public Listening listen(SubscriptionFilter filter, CallScope scope) {
        return attendance.attended(() -> "listening", scope, () -> peer.listen(filter, scope));
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
        var ignored = attendance.attended(() -> "logging/setLevel", scope, () -> {
            peer.logFrom(level, scope);
            return level;
        });
    }

    @Override
    public void ping(CallScope scope) {
        var ignored = attendance.attended(() -> "ping", scope, () -> {
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
}
