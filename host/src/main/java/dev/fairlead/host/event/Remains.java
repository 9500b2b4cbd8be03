package dev.fairlead.host.event;

import dev.fairlead.protocol.CallToolResult;
import org.jspecify.annotations.Nullable;

/** What is kept of an event that cannot be kept as it is: that something happened, and of a call how it ended. */
final class Remains {
    private static final int LONGEST = 200;

    private Remains() {}

    /**
     * Returns what is left of an event.
     *
     * @param why why it cannot be kept
     */
    static HostEvent of(HostEvent event, String why, Redactor redactor) {
        try {
            // Whoever counts what is under way must hear of every end.
            return event instanceof HostEvent.CallEnded ended ? bare(ended, why, redactor) : withheld(event, why);
        } catch (RuntimeException | StackOverflowError defect) {
            return withheld(event, why);
        }
    }

    private static HostEvent bare(HostEvent.CallEnded it, String why, Redactor redactor) {
        var instead = "not shown: " + why;
        return new HostEvent.CallEnded(
                it.at(),
                it.server(),
                it.call(),
                redactor.text(it.tool(), LONGEST),
                it.success(),
                result(it.result(), instead),
                it.error() == null ? null : instead,
                it.unknown(),
                it.duration(),
                it.attempts(),
                it.errorType() == null ? null : redactor.text(it.errorType(), LONGEST));
    }

    private static @Nullable CallToolResult result(@Nullable CallToolResult result, String instead) {
        if (result == null) {
            return null;
        }
        return result.isError() ? CallToolResult.failure(instead) : CallToolResult.ofText(instead);
    }

    private static HostEvent withheld(HostEvent event, String why) {
        return new HostEvent.Withheld(
                event.at(), event.server(), event.getClass().getSimpleName() + ": " + why);
    }
}
