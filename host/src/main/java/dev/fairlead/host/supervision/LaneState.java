package dev.fairlead.host.supervision;

import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one connection to a configured server stands. States are values; {@link #after} is the whole machine. Moments are
 * told as the age of the lane, since nobody can set that back.
 */
public sealed interface LaneState {

    /** Not started, and will be as soon as somebody needs it. */
    record Idle() implements LaneState {}

    /** Ended, until somebody asks for it explicitly. */
    record Stopped() implements LaneState {}

    /** Being ended: calls under way may finish, new ones are refused. */
    record Draining(int failures, List<Duration> crashes) implements LaneState {}

    /**
     * Being opened.
     *
     * @param failures how often in a row that has failed before
     * @param cause why it failed the last time, if it did
     */
    record Connecting(
            int failures, List<Duration> crashes, @Nullable McpException cause) implements LaneState {
        Connecting(int failures, List<Duration> crashes) {
            this(failures, crashes, null);
        }
    }

    /** Usable. */
    record Ready(int failures, List<Duration> crashes) implements LaneState {}

    /**
     * Lost, and will be opened again by itself.
     *
     * @param due at which age of the lane
     */
    record Waiting(int failures, List<Duration> crashes, Duration due, McpException cause) implements LaneState {}

    /** Waits for somebody to log in. */
    record NeedsLogin(AuthorizationException wall) implements LaneState {}

    /** Waits for somebody to agree that it is started. */
    record NeedsApproval(StartRefusedException refusal) implements LaneState {}

    /**
     * Given up, until somebody asks for it explicitly.
     *
     * @param crashes how many crashes led to it; 0 where trying again could not help
     */
    record Failed(McpException cause, int crashes) implements LaneState {}

    /**
     * Returns the state that a signal leads to.
     *
     * @param now the age of the lane
     */
    static LaneState after(LaneState state, Signal signal, RestartPolicy policy, Duration now) {
        return switch (signal) {
            case Signal.Stop stop -> new Stopped();
            case Signal.Drain drain ->
                switch (state) {
                    case Ready(int failures, var crashes) -> new Draining(failures, crashes);
                    case Draining draining -> draining;
                    case Stopped stopped -> stopped;
                    default -> new Stopped();
                };
            // Somebody may have asked for it again meanwhile, which counts.
            case Signal.Drained drained -> state instanceof Draining ? new Stopped() : state;
            case Signal.Start start ->
                switch (state) {
                    case Ready ready -> ready;
                    case Connecting connecting -> connecting;
                    case Draining(int failures, var crashes) -> new Ready(failures, crashes);
                    default -> new Connecting(0, List.of());
                };
            // Somebody may have logged in meanwhile, on this machine or another.
            case Signal.Wanted wanted ->
                state instanceof Idle || state instanceof NeedsLogin ? new Connecting(0, List.of()) : state;
            case Signal.Opened opened ->
                state instanceof Connecting(int failures, var crashes, var cause)
                        ? new Ready(failures, crashes)
                        : state;
            case Signal.Lost lost ->
                switch (state) {
                    case Connecting(int failures, var crashes, var cause) -> lost(failures, crashes, lost, policy, now);
                    case Ready(int failures, var crashes) ->
                        lost(lost.useful() ? 0 : failures, crashes, lost, policy, now);
                    case Draining draining -> new Stopped();
                    default -> state;
                };
            case Signal.Tick tick ->
                state instanceof Waiting(int failures, var crashes, Duration due, McpException cause)
                                && now.compareTo(due) >= 0
                        ? new Connecting(failures, crashes, cause)
                        : state;
        };
    }

    private static LaneState lost(
            int failures, List<Duration> crashes, Signal.Lost lost, RestartPolicy policy, Duration now) {
        if (lost.cause() instanceof AuthorizationException wall && needsLogin(wall, lost.anew())) {
            return new NeedsLogin(wall);
        }
        if (lost.cause() instanceof StartRefusedException refusal) {
            return new NeedsApproval(refusal);
        }
        if (hopeless(lost.cause())) {
            return new Failed(lost.cause(), 0);
        }
        var due = now.plus(policy.pause(failures + 1, lost.luck()));
        if (!crashed(lost.cause())) {
            return new Waiting(failures + 1, crashes, due, lost.cause());
        }
        var recent = new ArrayList<>(crashes);
        recent.add(now);
        recent.removeIf(crash -> crash.compareTo(now.minus(policy.window())) < 0);
        if (policy.breaker() > 0 && recent.size() >= policy.breaker()) {
            return new Failed(lost.cause(), recent.size());
        }
        // More than the breaker looks at is never needed.
        var kept =
                List.copyOf(recent.subList(Math.max(0, recent.size() - Math.max(1, policy.breaker())), recent.size()));
        return new Waiting(failures + 1, kept, due, lost.cause());
    }

    /**
     * Tells whether a wall stays until somebody logs in. A mere no may pass, and what has let us in so far may only have had
     * its time, where something else is found out for the next connection.
     */
    private static boolean needsLogin(AuthorizationException wall, boolean anew) {
        return wall instanceof AuthorizationRequiredException || !(anew || wall.merelyTurnedAway());
    }

    /** Tells whether it says anything of the server; a value or a store that is missing on our side does not. */
    private static boolean crashed(McpException cause) {
        return !(cause instanceof ConfigurationException) && !(cause.getCause() instanceof StoreException);
    }

    /** Tells whether the next attempt must fail in the same way. */
    private static boolean hopeless(McpException cause) {
        return (cause instanceof ConfigurationException wrong && !wrong.passing())
                || cause instanceof ServerStartException
                || cause instanceof VersionException;
    }
}
