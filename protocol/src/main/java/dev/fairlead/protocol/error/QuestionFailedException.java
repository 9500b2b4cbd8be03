package dev.fairlead.protocol.error;

import org.jspecify.annotations.Nullable;

/** The server asked something before it would answer, and no answer could be given. */
public final class QuestionFailedException extends McpException {
    private static final long serialVersionUID = 1;

    /** Says which question of {@code server} stayed open, and why. */
    public QuestionFailedException(String attempted, String server, String why, @Nullable Throwable cause) {
        super("%s on server '%s' needs an answer that could not be given: %s".formatted(attempted, server, why), cause);
    }

    @Override
    public boolean maybeExecuted() {
        return true;
    }
}
