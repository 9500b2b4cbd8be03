package dev.fairlead.protocol.error;

import java.util.List;

/** The arguments of a call do not fit what the server declared, so the call was not sent. */
public final class InvalidArgumentsException extends McpException {
    private static final long serialVersionUID = 1;

    /** Lists what is wrong with the arguments of {@code attempted}. */
    public InvalidArgumentsException(String attempted, String server, List<String> problems) {
        super("%s on server '%s' was not sent, its arguments do not fit: %s"
                .formatted(attempted, server, String.join("; ", problems)));
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
