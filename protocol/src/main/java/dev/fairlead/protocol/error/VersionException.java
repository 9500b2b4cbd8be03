package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Client and server have no protocol revision in common. */
public final class VersionException extends McpException {
    private static final long serialVersionUID = 1;

    /** Names both sides' revisions. */
    public VersionException(String server, List<String> offered, List<String> supported) {
        this(
                "server '%s' offers %s; this client may speak %s"
                        .formatted(
                                server,
                                offered.isEmpty() ? "no revision" : Excerpt.of(String.join(", ", offered)),
                                String.join(", ", supported)),
                null);
    }

    /** Says in full why no revision could be agreed on. */
    public VersionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
