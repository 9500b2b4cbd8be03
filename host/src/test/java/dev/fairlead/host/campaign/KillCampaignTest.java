package dev.fairlead.host.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills servers at random under a hundred calls in every second. The build does so for half a minute;
 * {@code -Dfairlead.kill.minutes=10} for longer, {@code -Dfairlead.kill.seed=8} with other luck.
 */
@Tag("thorough")
class KillCampaignTest {
    private static final int MINUTES = Integer.getInteger("fairlead.kill.minutes", 0);
    private static final long SEED = Long.getLong("fairlead.kill.seed", 7);
    private static final Duration LENGTH = MINUTES > 0 ? Duration.ofMinutes(MINUTES) : Duration.ofSeconds(24);
    /** As fast as eight servers allow, of which each may crash four times in three minutes. */
    private static final Duration BETWEEN = MINUTES > 0 ? Duration.ofSeconds(5) : Duration.ofMillis(1_500);

    @Test
    @Timeout(value = 120, unit = TimeUnit.MINUTES)
    void everyCallHasOneOutcomeAndNothingRunsTwiceWhileServersAreKilled(@TempDir Path folder) throws Exception {
        var report = new KillCampaign(folder, LENGTH, BETWEEN, SEED).run();
        System.out.println(report.text());
        assertThat(report.kills()).as("servers that were killed").isPositive();
        assertThat(report.faults()).as("seed %d", SEED).isEmpty();
    }
}
