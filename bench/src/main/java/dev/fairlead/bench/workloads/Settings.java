package dev.fairlead.bench.workloads;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param turnMillis how long a turn lasts, where the job says nothing else
 * @param warmUp how long to warm up what runs through much code
 * @param shortWarmUp how long at most to warm up what is soon as fast as it gets
 * @param settlingRounds how many rounds at most do not count, while compilers begin again
 * @param limit after how long a contender that does not answer is said to hang
 * @param firstCompilerOnly whether JVMs do without the optimizing compiler, which takes seconds to be done
 */
public record Settings(
        String name,
        int rounds,
        long turnMillis,
        WarmUp.Limits warmUp,
        Duration shortWarmUp,
        int settlingRounds,
        Duration limit,
        boolean firstCompilerOnly) {

    /** Returns settings for figures to keep. */
    public static Settings full() {
        var warmUp = new WarmUp.Limits(6, Duration.ofSeconds(4), Duration.ofSeconds(45));
        return new Settings("full", 5, 500, warmUp, Duration.ofSeconds(10), 16, Duration.ofSeconds(90), false);
    }

    /** Returns settings for a look. */
    public static Settings quick() {
        var warmUp = new WarmUp.Limits(2, Duration.ZERO, Duration.ofMillis(1_200));
        return new Settings("quick", 3, 150, warmUp, warmUp.most(), 0, Duration.ofSeconds(20), true);
    }

    /** Returns these settings with another number of rounds. */
    public Settings withRounds(int count) {
        return new Settings(name, count, turnMillis, warmUp, shortWarmUp, settlingRounds, limit, firstCompilerOnly);
    }
}
