package dev.fairlead.host.supervision;

import dev.fairlead.protocol.ServerProfile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server stands.
 *
 * @param reason why, and what comes next; empty where there is nothing to say
 * @param cause what went wrong alone; empty where nothing did
 * @param brief the same without the last words of a process
 * @param nextTry when it is opened again by itself, if that is what it waits for
 * @param lastWords what a process wrote to its standard error before it ended, if that is what went wrong
 * @param profile what the server said of itself, while it is connected
 */
public record ServerStanding(
        LaneState lane,
        String state,
        String reason,
        String cause,
        String brief,
        Instant since,
        @Nullable Instant nextTry,
        List<String> lastWords,
        @Nullable ServerProfile profile) {

    static ServerStanding of(Lane lane) {
        var state = lane.state();
        var open = lane.connection();
        return new ServerStanding(
                state,
                Words.name(state),
                Words.reason(state, lane.age()),
                Words.cause(state),
                Words.brief(state),
                lane.since(),
                lane.nextTry(),
                Words.lastWords(state),
                open == null ? null : open.client().server());
    }

    int rank() {
        return rank(lane);
    }

    /** Returns how far a state is from being usable. */
    static int rank(LaneState state) {
        return switch (state) {
            case LaneState.Ready ready -> 0;
            case LaneState.Connecting connecting -> 1;
            case LaneState.Idle idle -> 2;
            case LaneState.Waiting waiting -> 3;
            case LaneState.Draining draining -> 4;
            case LaneState.NeedsLogin login -> 5;
            case LaneState.NeedsApproval approval -> 6;
            case LaneState.Failed failed -> 7;
            case LaneState.Stopped stopped -> 8;
        };
    }
}
