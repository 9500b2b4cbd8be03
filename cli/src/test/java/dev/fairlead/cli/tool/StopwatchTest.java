package dev.fairlead.cli.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StopwatchTest {
    private long now = -5;

    private void pass(long nanos) {
        now += nanos;
    }

    @Test
    void whatSomebodyThinksAboutDoesNotCount() {
        var watch = new Stopwatch(() -> now);
        pass(10);
        watch.pausedFor(() -> pass(1_000));
        pass(20);
        assertThat(watch.elapsed()).isEqualTo(Duration.ofNanos(30));
        assertThatThrownBy(() -> watch.pausedFor(() -> {
                    pass(1_000);
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        pass(1);
        assertThat(watch.elapsed()).isEqualTo(Duration.ofNanos(31));
    }
}
