package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorLinesTest {
    private final ErrorLines lines = new ErrorLines();

    @Test
    void linesOfOneStartAreShownAtATime() {
        int first = lines.begin();
        lines.add(first, "one");
        lines.add(first, "two");
        assertThat(lines.last()).containsExactly("one", "two");

        int second = lines.begin();
        assertThat(lines.last()).as("until it writes").containsExactly("one", "two");
        lines.add(second, "three");
        lines.add(first, "late");
        assertThat(lines.last()).containsExactly("three");
    }

    @Test
    void aLineThatCameLateIsNotTakenForTheNextStart() {
        int first = lines.begin();
        int second = lines.begin();
        lines.add(first, "boom");
        lines.add(second, "boom");
        assertThat(lines.last()).containsExactly("boom");
    }
}
