package dev.fairlead.host.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PulseTest {
    private static final Notification NEWS = new Notification("notifications/progress", null);

    @Test
    void whateverIsReceivedIsASignOfLifeAndWhatIsSentIsNone() throws Exception {
        var pulse = new Pulse();
        Deadline.after(Duration.ofMillis(5)).await();
        pulse.heard(new Traffic.Sent(Instant.EPOCH, 1, 1, NEWS));
        assertThat(pulse.silent(Duration.ofMillis(4))).isTrue();

        pulse.heard(new Traffic.Received(Instant.EPOCH, 1, 1, NEWS));

        assertThat(pulse.silent(Duration.ofMinutes(1))).isFalse();
        assertThat(pulse.silent(Duration.ofNanos(-1))).isTrue();
    }
}
