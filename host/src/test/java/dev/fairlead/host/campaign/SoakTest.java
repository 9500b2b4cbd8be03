package dev.fairlead.host.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Calls servers all the time while they are harmed one after the other. In a build each thing is done once;
 * {@code -Dcampaign.soak=30} goes on for half an hour, {@code -Dcampaign.seed=8} with other luck, and
 * {@code -Dcampaign.every=10} does the next thing every ten seconds.
 */
@Tag("thorough")
@DisabledOnOs(OS.WINDOWS) // No process can be stopped and continued there.
class SoakTest {
    private static final int MINUTES = Integer.getInteger("campaign.soak", 0);
    private static final long SEED = Long.getLong("campaign.seed", 7);
    private static final int EVERY = Integer.getInteger("campaign.every", MINUTES > 0 ? 30 : 3);
    private static final Duration LENGTH = MINUTES > 0 ? Duration.ofMinutes(MINUTES) : Duration.ofSeconds(18);

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES) // Campaigns have none.
    void onlyCallsOfServersThatAreHarmedFailAndNothingGrows() throws Exception {
        var report = new SoakCampaign(LENGTH, Duration.ofSeconds(EVERY), MINUTES > 0, SEED).run();
        System.out.println(report.text());
        assertThat(report.done()).containsKeys(Harm.values());
        assertThat(report.faults()).as("seed %s", SEED).isEmpty();
    }
}
