package dev.fairlead.protocol.error;

/** A server may not be started before somebody has agreed to it. */
public final class StartRefusedException extends McpException {
    private static final long serialVersionUID = 1;

    /**
     * Says why the server was not started.
     *
     * @param why what is missing, and what to do
     */
    public StartRefusedException(String server, String why) {
        super("server '%s' was not started: %s".formatted(server, why));
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
