package dev.fairlead.console.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What pages are told is numbered, and bounded in number and in size. */
final class BroadcastTest {
    private final Broadcast broadcast = new Broadcast("run");

    private Broadcast.Batch after(long number) throws InterruptedException {
        return broadcast.after(number, Integer.MAX_VALUE, Duration.ZERO);
    }

    @Test
    void aPageReadsOnWhereItWas() throws Exception {
        for (int i = 1; i <= 10; i++) {
            broadcast.tell("count", Json.object().put("i", i));
        }

        assertThat(after(7).events()).extracting(Broadcast.Event::number).containsExactly(8L, 9L, 10L);
        assertThat(broadcast.after(0, 4, Duration.ZERO).events()).hasSize(4);
        assertThat(after(10).events()).isEmpty();
        assertThat(broadcast.position()).isEqualTo("run-10");
        assertThat(broadcast.number("run-10")).isEqualTo(10);
        assertThat(broadcast.number("other-10")).isEqualTo(-1);
        assertThat(broadcast.number("run-99999999999999999999")).isEqualTo(-1);
    }

    @Test
    void onlySoManyEventsAreRememberedAndAPageThatWasAwayTooLongIsTold() throws Exception {
        for (int i = 1; i <= 10_000; i++) {
            broadcast.tell("count", Json.object().put("i", i));
        }

        assertThat(after(0).lost()).isTrue();
        assertThat(after(10_000 - 8_192).lost()).isFalse();
        assertThat(after(10_000 - 8_192).events()).hasSize(8_192);
        assertThat(after(10_000 - 8_193).lost()).isTrue();
        assertThat(after(10_001).lost()).as("what is yet to come").isTrue();
    }

    @Test
    void onlySoMuchTextIsRemembered() throws Exception {
        var large = Json.object().put("text", "x".repeat(1 << 20));
        for (int i = 1; i <= 100; i++) {
            broadcast.tell("large", large);
        }

        assertThat(after(99).events()).hasSize(1);
        assertThat(after(80).lost()).isFalse();
        assertThat(after(70).lost()).isTrue();
    }

    @Test
    void oneEventIsToldHoweverLargeItIs() throws Exception {
        broadcast.tell("huge", Json.object().put("text", "x".repeat(30 << 20)));

        assertThat(after(0).events()).hasSize(1);
    }

    @Test
    void nothingIsToldOnceItIsClosed() throws Exception {
        broadcast.close();
        broadcast.tell("late", Json.object());

        var batch = broadcast.after(0, 10, Duration.ofMinutes(1));

        assertThat(batch.closed()).isTrue();
        assertThat(batch.events()).isEmpty();
    }
}
