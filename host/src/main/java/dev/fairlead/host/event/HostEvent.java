package dev.fairlead.host.event;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;
import dev.fairlead.protocol.error.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Something that happened in a host. */
public sealed interface HostEvent {

    /** Returns when it happened. */
    Instant at();

    /** Returns the server it is about, by its configured name. */
    String server();

    /**
     * A server reached another state.
     *
     * @param lane which of the server's processes or sessions, from 0
     * @param state the name of the new state, such as {@code ready}
     * @param reason why, where there is more to say
     */
    record StateChanged(
            Instant at,
            String server,
            int lane,
            String state,
            @Nullable String reason) implements HostEvent {}

    /** The catalogue has other tools of a server than before; names as they are offered. */
    record ToolsChanged(Instant at, String server, List<String> added, List<String> removed, List<String> changed)
            implements HostEvent {
        /** Copies the lists. */
        public ToolsChanged {
            added = List.copyOf(added);
            removed = List.copyOf(removed);
            changed = List.copyOf(changed);
        }
    }

    /**
     * A call of a tool began.
     *
     * @param call a number that all events of the call share
     * @param principal on whose behalf; null for the program's own
     */
    record CallStarted(
            Instant at,
            String server,
            long call,
            String tool,
            ObjectNode arguments,
            @Nullable String principal) implements HostEvent {}

    /** A call made progress. */
    record CallProgressed(Instant at, String server, long call, Progress progress) implements HostEvent {}

    /**
     * A call is made again after it failed.
     *
     * @param attempt the number of the attempt that follows, from 2
     */
    record CallRetried(Instant at, String server, long call, int attempt, Duration pause, String because)
            implements HostEvent {}

    /**
     * A call ended.
     *
     * @param result the answer, if there was one
     * @param error why it failed, if it did
     * @param unknown whether nobody can tell if the server carried it out
     * @param errorType what sort of failure it was, in one of few words such as {@link ErrorType} knows; null for success
     */
    record CallEnded(
            Instant at,
            String server,
            long call,
            String tool,
            boolean success,
            @Nullable CallToolResult result,
            @Nullable String error,
            boolean unknown,
            Duration duration,
            int attempts,
            @Nullable String errorType)
            implements HostEvent {

        /** Finds out the sort of failure as well as the result alone tells it. */
        public CallEnded(
                Instant at,
                String server,
                long call,
                String tool,
                boolean success,
                @Nullable CallToolResult result,
                @Nullable String error,
                boolean unknown,
                Duration duration,
                int attempts) {
            this(
                    at,
                    server,
                    call,
                    tool,
                    success,
                    result,
                    error,
                    unknown,
                    duration,
                    attempts,
                    success ? null : ErrorType.of(result));
        }
    }

    /** A server logged something. */
    record Logged(Instant at, String server, LogEntry entry) implements HostEvent {}

    /** A server wrote a line to its standard error. */
    record Stderr(Instant at, String server, String line) implements HostEvent {}

    /** A server did something wrong that was tolerated. */
    record Violated(Instant at, String server, Violation violation) implements HostEvent {}

    /**
     * Something was allowed or forbidden.
     *
     * @param what what was to be done, such as {@code call add} or {@code start}
     * @param decision how it was decided, and by whom
     */
    record Decided(Instant at, String server, String what, String decision) implements HostEvent {}

    /**
     * Something happened that could not be told, because it was too large or could not be made safe to keep.
     *
     * @param what what sort of event it was, and why it is missing
     */
    record Withheld(Instant at, String server, String what) implements HostEvent {}

    /** The configuration of a server was added, changed or removed while the host runs. */
    record Reconfigured(Instant at, String server, String how) implements HostEvent {}
}
