package dev.fairlead.agent;

import dev.fairlead.host.HostResult;
import java.util.function.Supplier;

/**
 * Is there while an agent makes a call, on the very thread that makes it: to know what goes over the wire because of
 * which call, and how it ended before the model is told.
 */
@FunctionalInterface
public interface CallWatch {
    /** Nobody. */
    CallWatch NONE = (callId, call) -> call.get();

    /**
     * Makes the call, and returns what came of it.
     *
     * @param callId by which the events of the run name it
     */
    HostResult during(String callId, Supplier<HostResult> call);
}
