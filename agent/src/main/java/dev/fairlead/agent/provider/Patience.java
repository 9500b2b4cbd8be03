package dev.fairlead.agent.provider;

import java.time.Duration;

/**
 * How long a provider is waited for.
 *
 * @param tries how often it is asked at most
 * @param inAll how long after the first try the last one may begin
 * @param beginning how long it may take to begin an answer, which some do only after all their thinking
 * @param silence how long nothing may come within an answer
 */
record Patience(int tries, Duration inAll, Duration beginning, Duration silence) {
    /** What is usual. */
    static final Patience USUAL =
            new Patience(4, Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofMinutes(5));
}
