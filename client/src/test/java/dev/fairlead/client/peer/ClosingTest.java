package dev.fairlead.client.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClosingTest {
    private static final Deadline FAR = Deadline.after(Duration.ofHours(1));

    private final Closing closing = new Closing();

    @Test
    void whoLeavesAsksNothingAgainThoughTheConnectionIsStillOpen() {
        closing.leave();
        assertThatThrownBy(() -> closing.pause(FAR, "tools/call t", "s"))
                .isInstanceOf(ClientClosedException.class)
                .hasMessageContaining("tools/call t on server 's'");
    }

    @Test
    void aBrokenConnectionEndsThePauseAndLetsTheNextRequestSayWhy() {
        closing.ring();
        assertThatCode(() -> closing.pause(FAR, "tools/call t", "s")).doesNotThrowAnyException();
    }

    @Test
    void anInterruptedPauseIsACancelledCall() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> closing.pause(FAR, "tools/call t", "s")).isInstanceOf(CallCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
