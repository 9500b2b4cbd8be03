package dev.fairlead.host;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.UnavailableException;
import java.util.Locale;

/** Whether a call is made again: a pure function of how it failed, of the tool, and of what the caller allowed. */
final class Replay {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_TROUBLE = 500;

    private Replay() {}

    /** Judges a failure. */
    static boolean after(McpException failure, Tool tool, RetryPolicy policy, boolean repeatable) {
        if (saysSo(policy, said(failure))) {
            return true;
        }
        return passing(failure) && (!failure.maybeExecuted() || repeatable || harmless(tool));
    }

    /** Judges the error that a tool reports: it was carried out, so that only words of the policy count. */
    static boolean afterToolError(String text, RetryPolicy policy) {
        return saysSo(policy, text);
    }

    /** Tells whether another attempt may go better. */
    private static boolean passing(McpException failure) {
        return switch (failure) {
            case ConnectionLostException lost -> true;
            case ServerExitedException gone -> true;
            case ClientClosedException closed ->
                !closed.disconnected(); // Its connection was given up, and another one follows.
            case UnavailableException away -> true;
            case ConnectTimeoutException slow -> true;
            case HttpStatusException status ->
                status.status() == TOO_MANY_REQUESTS || status.status() >= SERVER_TROUBLE;
            default -> false;
        };
    }

    /** Tells whether the tool claims that a second call adds nothing. Whoever lies here harms nobody else. */
    private static boolean harmless(Tool tool) {
        var hints = tool.annotations();
        return hints != null && (hints.readOnly() || hints.idempotent());
    }

    /** Returns what happened in the words of the policy, or of the server; never the names in our own sentences. */
    private static String said(McpException failure) {
        return switch (failure) {
            case ServerErrorException answered -> answered.error().message();
            case HttpStatusException refused -> refused.detail();
            case CallTimeoutException slow -> "timeout";
            case ConnectTimeoutException slow -> "timeout";
            case ConnectionLostException lost -> "connection reset";
            case ServerExitedException gone -> "connection reset";
            default -> "";
        };
    }

    private static boolean saysSo(RetryPolicy policy, String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        return policy.transientWords().stream().anyMatch(word -> lower.contains(word.toLowerCase(Locale.ROOT)));
    }
}
