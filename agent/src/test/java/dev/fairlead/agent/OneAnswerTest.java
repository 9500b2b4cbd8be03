package dev.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OneAnswerTest {
    private final OneAnswer<String> answer = new OneAnswer<>();

    @Test
    void theFirstAnswerCounts() throws Exception {
        assertThat(answer.give("yes")).isTrue();
        assertThat(answer.isOver()).isTrue();
        assertThat(answer.give("no")).isFalse();
        assertThat(answer.await()).isEqualTo("yes");
    }

    @Test
    void whoeverWantsToHearItHearsItOnceAndBeforeAnybodyGoesOn() {
        var heard = new ArrayList<String>();

        answer.onGiven(word -> heard.add(word + answer.isGiven()));
        answer.give("yes");
        answer.give("no");
        answer.onGiven(word -> heard.add(word + answer.isGiven()));

        assertThat(heard).containsExactly("yesfalse", "yestrue");
    }

    @Test
    void whatIsSaidAfterNobodyWaitsAnyMoreIsNoAnswer() {
        Thread.currentThread().interrupt();
        assertThat(answer.isOver()).isFalse();
        assertThatThrownBy(answer::await).isInstanceOf(InterruptedException.class);
        assertThat(answer.isOver()).isTrue();
        assertThat(answer.give("yes")).isFalse();
        assertThat(answer.isGiven()).isFalse();
    }
}
