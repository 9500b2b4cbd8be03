package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/** The root of every failure of this library. An error that a tool reports in its result is a value, not one of these. */
public abstract sealed class McpException extends RuntimeException
        permits CallCancelledException,
                CallTimeoutException,
                ClientClosedException,
                ConnectTimeoutException,
                ConnectionLostException,
                InvalidArgumentsException,
                InvalidResultException,
                ProtocolViolationException,
                QuestionFailedException,
                ServerErrorException,
                ServerExitedException,
                ServerStartException,
                TooManyRoundsException,
                UnsupportedFeatureException,
                VersionException {
    private static final long serialVersionUID = 1;

    protected McpException(String message) {
        super(message);
    }

    protected McpException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Tells whether the server may have carried out what was asked. Where this is false, asking again is safe; where it
     * is true, only the caller knows.
     */
    public abstract boolean maybeExecuted();
}
