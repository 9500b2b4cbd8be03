package dev.fairlead.host;

import dev.fairlead.host.catalog.OfferedTool;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call as data.
 *
 * @param number by which its events are known
 * @param began when it began, in the time of {@link System#nanoTime}
 */
record HostCall(long number, OfferedTool tool, ObjectNode arguments, HostCallOptions options, long began) {

    String server() {
        return tool.server();
    }

    String ownName() {
        return tool.definition().name();
    }

    /** Returns how texts name it. */
    String words() {
        return "tools/call " + ownName();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
