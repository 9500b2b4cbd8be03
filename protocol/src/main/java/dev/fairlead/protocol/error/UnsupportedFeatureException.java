package dev.fairlead.protocol.error;

/** Something was asked for that the server, or the revision it speaks, does not offer. Nothing was sent. */
public final class UnsupportedFeatureException extends McpException {
    private static final long serialVersionUID = 1;

    /** Says what {@code server} lacks. */
    public UnsupportedFeatureException(String attempted, String server, String lacks) {
        super("%s on server '%s' was not sent: %s".formatted(attempted, server, lacks));
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
