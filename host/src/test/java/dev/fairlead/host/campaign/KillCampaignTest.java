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
 * {@code -Dcampaign.kill=10} for ten minutes, {@code -Dcampaign.seed=8} with other luck.
 */
@Tag("thorough")
class KillCampaignTest {
    private static final int MINUTES = Integer.getInteger("campaign.kill", 0);
    private static final long SEED = Long.getLong("campaign.seed", 7);
    private static final Duration LENGTH = MINUTES > 0 ? Duration.ofMinutes(MINUTES) : Duration.ofSeconds(24);
    /** As fast as eight servers allow, of which each may crash four times in three minutes. */
    private static final Duration BETWEEN = MINUTES > 0 ? Duration.ofSeconds(5) : Duration.ofMillis(1_500);

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES) // Campaigns have none.
    void everyCallHasOneOutcomeAndNothingRunsTwiceWhileServersAreKilled(@TempDir Path folder) throws Exception {
        var report = new KillCampaign(folder, LENGTH, BETWEEN, SEED).run();
        System.out.println(report.text());
        assertThat(report.kills()).as("servers that were killed").isPositive();
        assertThat(report.faults()).as("seed %s", SEED).isEmpty();
    }
}
