package dev.fairlead.testkit.http;

import java.time.Duration;

/** What a proxy does to its connections at the moment. */
final class Toxics {
    volatile Duration latency = Duration.ZERO;
    volatile int bytesPerSecond;
    volatile int slice;
    volatile long limit = -1;
    volatile int corruptEvery;
    volatile boolean blackhole;
    volatile boolean resetAnswers;

    void clear() {
        latency = Duration.ZERO;
        bytesPerSecond = 0;
        slice = 0;
        limit = -1;
        corruptEvery = 0;
        blackhole = false;
        resetAnswers = false;
    }
}
