package dev.fairlead.client.peer;

import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.Tool;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** One server, spoken to in the era it understands. Chosen once, when the connection opens. */
public sealed interface Peer extends AutoCloseable permits ModernPeer, LegacyPeer, AttendedPeer {

    /** Returns what the server said of itself. */
    ServerProfile server();

    /** Returns the number of the present session; always the same where the era has none. */
    long session();

    /**
     * Makes one round trip.
     *
     * @throws dev.fairlead.protocol.error.McpException if it brings no reply
     */
    Reply call(Invocation invocation, CallScope scope);

    /** Makes a request without waiting for its answer, which nobody needs. */
    void tell(Invocation invocation);

    /** Follows a call that has become a task, to its result. */
    default ObjectNode await(ObjectNode task, Invocation call, CallScope scope) {
        return following(task, call, scope).get();
    }

    /** Returns a way to follow such a call. Whoever is turned away on it may log in and go on from there. */
    Supplier<ObjectNode> following(ObjectNode task, Invocation call, CallScope scope);

    /** Opens a stream of change notifications. */
    Listening listen(SubscriptionFilter filter, CallScope scope);

    /** Says why a tool cannot be called over the line to this server, if it cannot. */
    Optional<String> unusable(Tool tool);

    /** Tells whether what the definition of a tool marks is repeated beside its calls. */
    boolean mirrorsArguments();

    /** Asks the server to log from this level on. */
    void logFrom(LogLevel level, CallScope scope);

    /** Asks for a sign of life, in the way of the era. */
    void ping(CallScope scope);

    /** Tells the server that the roots changed, where its era knows that. */
    void rootsChanged();

    /** Cancels what is under way and ends the connection within a few seconds. */
    @Override
    void close();
}
