package dev.fairlead.protocol.error;

/** A tool is no longer what the caller expects it to be. It was not called. */
public final class ToolChangedException extends McpException {
    private static final long serialVersionUID = 1;

    /** Says which call was not made because of that. */
    public ToolChangedException(String attempted, String server) {
        super("%s on server '%s': the definition of the tool has changed; it was not carried out"
                .formatted(attempted, server));
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
