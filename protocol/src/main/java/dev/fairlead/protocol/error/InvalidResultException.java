package dev.fairlead.protocol.error;

import java.util.List;

/** A tool ran, but its structured result does not fit the schema that the server declared for it. */
public final class InvalidResultException extends McpException {
    private static final long serialVersionUID = 1;

    /** Lists what is wrong with the result of {@code attempted}. */
    public InvalidResultException(String attempted, String server, List<String> problems) {
        super("%s on server '%s' answered with a result that contradicts its own output schema: %s"
                .formatted(attempted, server, String.join("; ", problems)));
    }

    @Override
    public boolean maybeExecuted() {
        return true;
    }
}
