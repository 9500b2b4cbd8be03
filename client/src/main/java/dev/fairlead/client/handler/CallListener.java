package dev.fairlead.client.handler;

import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.Progress;

/** Door two: news about one call. Called on the thread that waits for the call, so it may call the client again. */
public interface CallListener {

    /** Hears nothing. */
    CallListener NONE = new CallListener() {};

    /** The server got further. Progress only ever grows. */
    default void progress(Progress progress) {}

    /** The server logged something about this call. */
    default void log(LogEntry entry) {}
}
