package dev.fairlead.client.peer;

import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.wire.Deadline;
import java.util.concurrent.TimeoutException;

/** Opens a session again on a line whose server has forgotten the last one. */
@FunctionalInterface
public interface Reopening {

    /** Opens it, in the revision spoken before, and returns what the server now says of itself. */
    ServerProfile reopen(ServerProfile before, Deadline deadline) throws InterruptedException, TimeoutException;
}
