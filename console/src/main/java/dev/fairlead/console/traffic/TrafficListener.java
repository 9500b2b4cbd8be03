package dev.fairlead.console.traffic;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Hears what became of exchanges that calls caused. Called on the thread of the traffic, so it must return soon. */
public interface TrafficListener {

    /** Something was sent because of a call. */
    void began(String call, String row, String method, long atNanos);

    /**
     * Something that was sent because of a call was answered, or given up.
     *
     * @param result what was answered, as it came; null if there was no result
     */
    void ended(String call, String server, String row, String method, Duration took, @Nullable JsonNode result);
}
