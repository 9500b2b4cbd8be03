package dev.fairlead.host;

import java.time.Duration;

/**
 * How a host makes calls.
 *
 * @param retry when calls are made again
 * @param patience how long a call waits for its server to become ready
 * @param recheck how old the list of a server's tools may be when one of them is called
 */
record HostSettings(RetryPolicy retry, Duration patience, Duration recheck) {
    static final HostSettings USUAL = new HostSettings(RetryPolicy.SAFE, Duration.ofSeconds(30), Duration.ofMinutes(1));
}
