package dev.fairlead.host;

import dev.fairlead.host.config.Origin;
import dev.fairlead.protocol.ServerProfile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a configured server stands.
 *
 * @param name its configured name
 * @param state one of {@code ready}, {@code connecting}, {@code idle}, {@code waiting}, {@code stopping},
 *     {@code needs-login}, {@code needs-approval}, {@code failed}, {@code stopped}, {@code disabled}
 * @param reason why, and what to do; empty where there is nothing to say
 * @param cause what went wrong, without what this host does about it; empty where nothing did
 * @param brief the same without the last lines of its standard error, for whoever shows these by themselves
 * @param nextTry when it is opened again by itself, while it is {@code waiting} for that
 * @param transport how it is reached, such as {@code stdio}
 * @param target what is started or where it is reached, without secrets
 * @param profile what the server said of itself, while it is connected
 * @param tools how many of its tools may be called
 * @param lanes the states of its single connections
 * @param errorLines the last lines that it wrote to its standard error
 */
public record ServerStatus(
        String name,
        String state,
        String reason,
        String cause,
        String brief,
        Instant since,
        @Nullable Instant nextTry,
        String transport,
        String target,
        @Nullable ServerProfile profile,
        int tools,
        List<String> lanes,
        List<String> errorLines,
        Origin origin) {
    /** Copies the lists. */
    public ServerStatus {
        lanes = List.copyOf(lanes);
        errorLines = List.copyOf(errorLines);
    }

    /** Tells whether calls can be made. */
    public boolean ready() {
        return state.equals("ready");
    }
}
