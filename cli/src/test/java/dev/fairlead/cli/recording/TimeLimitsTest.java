package dev.fairlead.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What is said of a server that takes too long. */
final class TimeLimitsTest {
    private static final Deadline PASSED = Deadline.after(Duration.ofSeconds(-1));

    private final Request call = new Request(RequestId.of(1), "tools/call", null);

    @Test
    void namesTheOptionOnlyWhereItWasTypedAndIsOver() {
        var none = new TimeLimits("s", null);
        var typed = new TimeLimits("s", Duration.ofSeconds(40));

        assertThat(none.late(call, none.answering(call), new TimeoutException()))
                .hasMessageContaining("it did not take the message")
                .hasMessageNotContaining("--timeout");
        assertThat(typed.late(call, typed.answering(call), new TimeoutException()))
                .hasMessageContaining("it did not take the message")
                .hasMessageNotContaining("--timeout");
        assertThat(typed.late(call, PASSED, new TimeoutException())).hasMessageContaining("--timeout is over", "40");
    }

    @Test
    void givesSubscriptionsAllTheTimeInTheWorld() {
        var limits = new TimeLimits("s", Duration.ZERO);

        assertThat(limits.answering(call).passed()).isTrue();
        assertThat(limits.answering(new Request(RequestId.of(1), "subscriptions/listen", null))
                        .passed())
                .isFalse();
    }
}
