package dev.fairlead.wire.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StderrTailTest {

    @Test
    void theLastLinesThatFitAreKeptInOrder() {
        var tail = new StderrTail(9);
        tail.add("abc");
        tail.add("def");
        assertThat(tail.lines()).containsExactly("abc", "def"); // Each weighs one more than its letters.
        tail.add("");
        assertThat(tail.lines()).containsExactly("abc", "def", "");
        tail.add("");
        assertThat(tail.lines()).containsExactly("def", "", "");
        tail.add("12345678");
        assertThat(tail.lines()).containsExactly("12345678");
        tail.add("123456789");
        assertThat(tail.lines()).isEmpty();
        tail.add("x");
        assertThat(tail.lines()).containsExactly("x");
    }
}
