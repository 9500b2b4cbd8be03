package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The secrets of connections, over time. */
class SecretHoldsTest {
    private final Redactor redactor = Redactor.usual();
    private Duration now = Duration.ofDays(1);
    private final SecretHolds holds = new SecretHolds(redactor, () -> now.toNanos());

    private static String token(int number) {
        return "abcdefgh-%05d-ijklmnop".formatted(number);
    }

    private boolean hidden(int number) {
        return !redactor.text("it is " + token(number) + " now").contains(token(number));
    }

    private long hiddenUpTo(int number) {
        return IntStream.range(0, number).filter(this::hidden).count();
    }

    @Test
    void theOneBeforeIsHiddenForSomeMinutesMore() {
        var holder = holds.holder();
        holder.hold(0, List.of(token(1)));
        now = now.plusHours(1);
        holder.hold(0, List.of(token(2)));
        assertThat(hidden(1)).isTrue();
        assertThat(hidden(2)).isTrue();

        now = now.plusMinutes(4);
        holder.hold(0, List.of(token(3)));
        assertThat(hidden(1)).isTrue();

        now = now.plusMinutes(2);
        holder.hold(0, List.of(token(4)));
        assertThat(hidden(1)).isFalse();
        assertThat(hidden(2)).isTrue();
        assertThat(hidden(4)).isTrue();
    }

    @Test
    void whateverOneLaneDoesTheSecretOfAnotherStaysHidden() {
        var holder = holds.holder();
        holder.hold(0, List.of(token(0)));
        for (int attempt = 1; attempt < 500; attempt++) {
            holder.hold(1, List.of(token(attempt)));
            now = now.plusSeconds(37);
        }
        assertThat(hidden(0)).isTrue();
        assertThat(hidden(499)).isTrue();
        assertThat(hidden(450)).isFalse();
    }

    @Test
    void thousandsOfConnectionsInARushLeaveNoMoreThanAFew() {
        var holder = holds.holder();
        for (int attempt = 0; attempt < 2_000; attempt++) {
            holder.hold(0, List.of(token(attempt)));
        }
        assertThat(hiddenUpTo(2_000)).isEqualTo(33);
        assertThat(hidden(1_999)).isTrue();
    }

    @Test
    void fewerOfThoseThatAreLongAreLeft() {
        var holder = holds.holder();
        var more = "x".repeat(32_000);
        for (int attempt = 0; attempt < 20; attempt++) {
            holder.hold(0, List.of(token(attempt) + more));
        }
        assertThat(IntStream.range(0, 20)
                        .filter(number -> redactor.text(token(number) + more).equals(Redactor.HIDDEN)))
                .as("those that take 256 KiB together, and the present one")
                .hasSize(9)
                .contains(19);
    }

    @Test
    void aServerThatIsGoneLeavesNothingForLong() {
        var gone = holds.holder();
        var other = holds.holder();
        gone.hold(0, List.of(token(1)));
        gone.hold(1, List.of(token(2)));
        gone.close();
        assertThat(hiddenUpTo(3)).isEqualTo(2);

        now = now.plusMinutes(6);
        other.hold(0, List.of(token(5)));

        assertThat(hiddenUpTo(3)).isZero();
        assertThat(hidden(5)).isTrue();
    }

    @Test
    void aSecretThatStaysTheSameStaysHidden() {
        var holder = holds.holder();
        for (int attempt = 0; attempt < 100; attempt++) {
            holder.hold(0, List.of(token(1)));
            now = now.plusMinutes(10);
        }
        assertThat(hidden(1)).isTrue();
    }
}
