package dev.fairlead.wire;

import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final long LONG_NANOS = 1_200_000; // for a turn

    @Test
    void whoeverWorksLongAgainAndAgainLeavesOthersTheirTurns() throws Exception {
        Busy.leavesRoomForOthers(over -> () -> {
            var turns = new Turns();
            while (!over.getAsBoolean()) {
                work();
                turns.next();
            }
            return true;
        });
    }

    /** Keeps the carrier for longer than a turn should last. */
    private static void work() {
        long began = System.nanoTime();
        while (System.nanoTime() - began < LONG_NANOS) {
            Thread.onSpinWait();
        }
    }
}
