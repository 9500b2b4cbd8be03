package dev.fairlead.host.supervision;

import dev.fairlead.host.event.StateNames;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.PlainWords;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** What states are called, and what to do about them. */
final class Words {
    private static final Pattern TELLING = Pattern.compile("(?i)^[\\w.]*(error|exception|fatal|panic)\\b.*[:!]");

    private Words() {}

    /** Returns the name of a state. */
    static String name(LaneState state) {
        return switch (state) {
            case LaneState.Idle idle -> StateNames.IDLE;
            case LaneState.Stopped stopped -> StateNames.STOPPED;
            case LaneState.Draining draining -> StateNames.STOPPING;
            case LaneState.Connecting connecting -> StateNames.CONNECTING;
            case LaneState.Ready ready -> StateNames.READY;
            case LaneState.Waiting waiting -> StateNames.WAITING;
            case LaneState.NeedsLogin login -> StateNames.NEEDS_LOGIN;
            case LaneState.NeedsApproval approval -> StateNames.NEEDS_APPROVAL;
            case LaneState.Failed failed -> StateNames.FAILED;
        };
    }

    /**
     * Returns why a connection is in a state, where there is more to say.
     *
     * @param now the age of its lane
     */
    static String reason(LaneState state, Duration now) {
        return cause(state) + outlook(state, now);
    }

    /** Returns what went wrong with a connection, and nothing of what comes next; empty where nothing went wrong. */
    static String cause(LaneState state) {
        return cause(state, true);
    }

    private static String cause(LaneState state, boolean lastWords) {
        return switch (state) {
            case LaneState.Waiting waiting -> because(waiting.cause(), lastWords);
            case LaneState.Connecting(int failures, var crashes, var cause)
            when cause != null -> because(cause, lastWords);
            case LaneState.NeedsLogin(var wall) -> String.valueOf(wall.getMessage());
            case LaneState.NeedsApproval(var refusal) -> String.valueOf(refusal.getMessage());
            case LaneState.Failed(var cause, int crashes)
            when crashes > 0 -> "%s; it broke %s times in a short time".formatted(because(cause, lastWords), crashes);
            case LaneState.Failed(var cause, int crashes) -> because(cause, lastWords);
            default -> "";
        };
    }

    /** Returns the same without the last words of a process, for whoever shows these by themselves. */
    static String brief(LaneState state) {
        return cause(state, false);
    }

    /** Returns the last lines that a process wrote to its standard error before it ended, if that is what went wrong. */
    static List<String> lastWords(LaneState state) {
        var cause = switch (state) {
            case LaneState.Waiting waiting -> waiting.cause();
            case LaneState.Connecting connecting -> connecting.cause();
            case LaneState.Failed failed -> failed.cause();
            default -> null;
        };
        return cause instanceof ServerExitedException exited ? exited.lastErrorLines() : List.of();
    }

    private static String outlook(LaneState state, Duration now) {
        return switch (state) {
            case LaneState.Waiting waiting ->
                "; attempt %s follows in %s"
                        .formatted(waiting.failures() + 1, Durations.words(left(now, waiting.due())));
            case LaneState.Connecting(int failures, var crashes, var cause)
            when cause != null -> "; attempt %s is under way".formatted(failures + 1);
            case LaneState.Failed(var cause, int crashes)
            when crashes > 0 -> " and is not started again by itself; mend that and start it again";
            case LaneState.Failed failed -> "; mend that and start it again";
            default -> "";
        };
    }

    /** Returns what went wrong. Programs that die with a long list of calls name the error before it. */
    private static String because(McpException cause, boolean lastWords) {
        var message = PlainWords.ofOpening(String.valueOf(cause.getMessage()));
        if (cause instanceof ServerExitedException exited && !lastWords) {
            return PlainWords.ofOpening(exited.ending());
        }
        if (cause instanceof ServerExitedException exited) {
            return exited.lastErrorLines().stream()
                    .map(String::strip)
                    .filter(line -> TELLING.matcher(line).find())
                    .reduce((earlier, later) -> later)
                    .filter(line -> !message.contains(line))
                    .map(line -> message + "; before that: " + line)
                    .orElse(message);
        }
        return message;
    }

    /** Tells whether a connection in this state will not become usable by itself. */
    static boolean dead(LaneState state) {
        return ended(state) || state instanceof LaneState.NeedsLogin || state instanceof LaneState.NeedsApproval;
    }

    /** Tells whether a connection in this state was ended, or is being, by somebody or by its own failures. */
    static boolean ended(LaneState state) {
        return state instanceof LaneState.Stopped
                || state instanceof LaneState.Draining
                || state instanceof LaneState.Failed;
    }

    /**
     * Returns the failure of a call that found a connection in such a state.
     *
     * @param ended why it has ended for good; empty if it has not
     */
    static McpException unready(String attempted, String server, LaneState state, Duration now, String ended) {
        if (!ended.isEmpty()) {
            return unavailable(attempted, server, ended);
        }
        return switch (state) {
            case LaneState.NeedsLogin(var wall) -> wall.attempting(attempted);
            case LaneState.Stopped stopped -> unavailable(attempted, server, "it is stopped; connect it again first");
            case LaneState.Draining draining -> unavailable(attempted, server, "it is being stopped");
            default -> {
                var reason = reason(state, now);
                yield unavailable(attempted, server, name(state) + (reason.isEmpty() ? "" : ": " + reason));
            }
        };
    }

    private static UnavailableException unavailable(String attempted, String server, String why) {
        return new UnavailableException(attempted, server, why, null);
    }

    private static Duration left(Duration now, Duration due) {
        var left = due.minus(now);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
