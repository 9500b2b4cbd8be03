package dev.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpendingTest {
    @Test
    void timeIsOverWhenItHasPassedAndNotBefore() {
        var clock = new AtomicLong(Long.MAX_VALUE - 1); // which begins anew meanwhile
        var limit = Duration.ofMinutes(30);
        var spending = new Spending(Budget.USUAL.withTime(limit), clock::get);

        clock.addAndGet(limit.toNanos() - 1);
        assertThat(spending.beforeAsking()).isEmpty();
        assertThat(spending.beforeCalls()).isEmpty();

        clock.incrementAndGet();
        assertThat(spending.beforeAsking()).contains(Budget.Limit.TIME);
        assertThat(spending.beforeCalls()).contains(Budget.Limit.TIME);
    }
}
