package dev.fairlead.host;

import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call as data.
 *
 * @param number by which its events are known
 * @param began when it began, in the time of {@link System#nanoTime}
 * @param until when it has to be over, whatever it waits for, because the caller says so
 */
record HostCall(
        long number, OfferedTool tool, ObjectNode arguments, HostCallOptions options, long began, Deadline until) {

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
