package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/** A server said something that the protocol does not allow and that cannot be worked around. */
public final class ProtocolViolationException extends McpException {
    private static final long serialVersionUID = 1;

    /** Says what the server did wrong. */
    public ProtocolViolationException(String details) {
        this(details, null);
    }

    /** Says what the server did wrong, and what that led to. */
    public ProtocolViolationException(String details, @Nullable Throwable cause) {
        super("MCP protocol error: " + details, cause);
    }

    @Override
    public boolean maybeExecuted() {
        return true;
    }
}
