package dev.fairlead.client.peer;

import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import java.util.Optional;
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
                invocation::words, () -> loggedIn(invocation, scope), () -> peer.call(invocation, scope));
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
    public ObjectNode await(ObjectNode task, Invocation call, CallScope scope) {
        return attendance.attended(call::words, scope, () -> peer.await(task, call, scope));
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
