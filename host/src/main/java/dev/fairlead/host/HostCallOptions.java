package dev.fairlead.host;

import dev.fairlead.client.CallOptions;
import dev.fairlead.client.handler.CallListener;
import dev.fairlead.host.trust.Approver;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is special about one call through a host.
 *
 * @param timeout how long it may take altogether, with finding the tool and asking somebody; null for what the tool's or
 *     the server's calls may take from when they are approved
 * @param retry when it is made again; null for the host's usual policy
 * @param repeatable whether the caller allows that it is made again although it may have been carried out
 * @param call what is special about each attempt
 * @param approver who is asked about it, unless there is a standing decision; null for whom the host asks
 * @param clockStops whether the time of {@code timeout} does not run while somebody is asked
 */
public record HostCallOptions(
        @Nullable Duration timeout,
        @Nullable RetryPolicy retry,
        boolean repeatable,
        CallOptions call,
        @Nullable Approver approver,
        boolean clockStops) {
    private static final HostCallOptions USUAL =
            new HostCallOptions(null, null, false, CallOptions.usual(), null, false);

    /** Returns options with nothing special. */
    public static HostCallOptions usual() {
        return USUAL;
    }

    /** Returns options for a call that must be over after {@code total}. */
    public static HostCallOptions within(Duration total) {
        return new HostCallOptions(total, null, false, CallOptions.usual(), null, false);
    }

    /** Returns these options with another policy for retries. */
    public HostCallOptions retrying(RetryPolicy policy) {
        return new HostCallOptions(timeout, policy, repeatable, call, approver, clockStops);
    }

    /** Returns these options for a call that does no harm when it is carried out twice. */
    public HostCallOptions allowRepeating() {
        return new HostCallOptions(timeout, retry, true, call, approver, clockStops);
    }

    /** Returns these options with somebody who hears of the call. */
    public HostCallOptions withListener(CallListener listener) {
        return new HostCallOptions(timeout, retry, repeatable, call.withListener(listener), approver, clockStops);
    }

    /** Returns these options with other options for each attempt. */
    public HostCallOptions withCall(CallOptions each) {
        return new HostCallOptions(timeout, retry, repeatable, each, approver, clockStops);
    }

    /**
     * Returns these options for a call that somebody else wants than the program itself, such as a language model: it is
     * asked about, of this person, unless there is a standing decision.
     */
    public HostCallOptions asking(Approver person) {
        return new HostCallOptions(timeout, retry, repeatable, call, person, clockStops);
    }

    /** Returns these options for a caller who waits for the tool, and not for whoever thinks about the call. */
    public HostCallOptions stoppingClock() {
        return new HostCallOptions(timeout, retry, repeatable, call, approver, true);
    }
}
