package dev.fairlead.host.event;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.InvalidArgumentsException;
import dev.fairlead.protocol.error.InvalidResultException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.QuestionFailedException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.protocol.error.TooManyRoundsException;
import dev.fairlead.protocol.error.ToolChangedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import org.jspecify.annotations.Nullable;

/** The sorts of failure, in few words: what metrics and spans call {@code error.type}. */
public final class ErrorType {
    /** A tool says of itself that it failed. */
    public static final String TOOL = "tool_error";

    /** No answer came in time. */
    public static final String TIMEOUT = "timeout";

    /** Any failure without a better name. */
    public static final String OTHER = "_OTHER";

    private ErrorType() {}

    /** Returns the sort of a failed call of which only the result is known, if there is one. */
    public static String of(@Nullable CallToolResult result) {
        return result != null && result.isError() ? TOOL : OTHER;
    }

    /** Returns the sort of a failure: the code of a JSON-RPC error, the status of an HTTP error, else a word. */
    public static String of(Throwable failure) {
        return failure instanceof McpException ours ? word(ours) : OTHER;
    }

    private static String word(McpException failure) {
        return switch (failure) {
            case ServerErrorException refused ->
                Integer.toString(refused.error().code());
            case HttpStatusException status -> Integer.toString(status.status());
            case CallTimeoutException late -> TIMEOUT;
            case ConnectTimeoutException late -> TIMEOUT;
            case CallCancelledException stopped -> "cancelled";
            case ClientClosedException left -> "closed";
            case ConnectionLostException lost -> "connection_lost";
            case ServerExitedException exited -> "server_exited";
            case ServerStartException unstarted -> "server_start";
            case AuthorizationException wall -> "authorization";
            case InvalidArgumentsException bad -> "invalid_arguments";
            case InvalidResultException bad -> "invalid_result";
            case ProtocolViolationException odd -> "protocol_violation";
            case UnavailableException away -> "unavailable";
            case StartRefusedException unwanted -> "start_refused";
            case VersionException foreign -> "version";
            case ConfigurationException wrong -> "configuration";
            case QuestionFailedException unanswered -> "question_failed";
            case TooManyRoundsException endless -> "too_many_rounds";
            case ToolChangedException other -> "tool_changed";
            case UnsupportedFeatureException missing -> "unsupported";
        };
    }
}
