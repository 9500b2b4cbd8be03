package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.LogEntry;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is left of events that cannot be kept. */
class RemainsTest {
    private static final String SECRET = "hunter2-hunter2";
    private static final Instant AT = Instant.EPOCH;

    private final Redactor redactor = Redactor.usual();
    private final EventLog log = new EventLog(redactor, 10, 2_000);

    private static HostEvent ended(CallToolResult result, String error) {
        return new HostEvent.CallEnded(
                AT, "s", 7, "t " + SECRET, false, result, error, true, Duration.ofSeconds(3), 2, "timeout");
    }

    @Test
    void ofACallItIsKeptHowItEnded() {
        try (var hold = redactor.hold(SECRET)) {
            assertThat(hold).isNotNull();
            log.publish(ended(CallToolResult.failure("x".repeat(5_000)), "y" + SECRET));
        }
        assertThat(log.history())
                .singleElement()
                .satisfies(kept -> assertThat(kept.event()).isInstanceOfSatisfying(HostEvent.CallEnded.class, event -> {
                    assertThat(event.call()).isEqualTo(7);
                    assertThat(event.tool()).isEqualTo("t [hidden]");
                    assertThat(event.success()).isFalse();
                    assertThat(event.unknown()).isTrue();
                    assertThat(event.duration()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(event.attempts()).isEqualTo(2);
                    assertThat(event.errorType()).isEqualTo("timeout");
                    assertThat(event.error()).startsWith("not shown: too large, about ");
                    assertThat(event.result()).isNotNull().satisfies(result -> {
                        assertThat(result.isError()).isTrue();
                        assertThat(result.toJson().toString())
                                .contains("not shown: too large, about ")
                                .doesNotContain("xxx");
                    });
                }));
    }

    @Test
    void ofAnythingElseItIsKeptThatItHappened() {
        log.publish(new HostEvent.Logged(AT, "s", new LogEntry(LogLevel.INFO, null, Json.tree("x".repeat(5_000)))));
        assertThat(log.history())
                .singleElement()
                .satisfies(kept -> assertThat(kept.event())
                        .isInstanceOfSatisfying(
                                HostEvent.Withheld.class,
                                event -> assertThat(event.what()).startsWith("Logged: too large, about ")));
    }
}
