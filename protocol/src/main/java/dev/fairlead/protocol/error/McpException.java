package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;
import org.jspecify.annotations.Nullable;

/** The root of every failure of this library. An error that a tool reports in its result is a value, not one of these. */
public abstract sealed class McpException extends RuntimeException
        permits AuthorizationException,
                CallCancelledException,
                CallTimeoutException,
                ClientClosedException,
                ConfigurationException,
                ConnectTimeoutException,
                ConnectionLostException,
                HttpStatusException,
                InvalidArgumentsException,
                InvalidResultException,
                ProtocolViolationException,
                QuestionFailedException,
                ServerErrorException,
                ServerExitedException,
                ServerStartException,
                StartRefusedException,
                TooManyRoundsException,
                ToolChangedException,
                UnavailableException,
                UnsupportedFeatureException,
                VersionException {
    private static final long serialVersionUID = 1;
    // Longer than any sentence of ours, and than all that should ever be shown at once.
    private static final int MAX_MESSAGE = 8_000;

    protected McpException(String message) {
        this(message, null);
    }

    protected McpException(String message, @Nullable Throwable cause) {
        // The last line of defence: whatever a sentence quotes, it is one line and drives no terminal.
        super(Excerpt.of(message, MAX_MESSAGE), cause);
    }

    /**
     * Tells whether the server may have carried out what was asked. Where this is false, asking again is safe; where it
     * is true, only the caller knows.
     */
    public abstract boolean maybeExecuted();
}
