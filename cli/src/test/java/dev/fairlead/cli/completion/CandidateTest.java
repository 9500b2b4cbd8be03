package dev.fairlead.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be handed to a shell. */
final class CandidateTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb", "a\tb", "\u001b[2J", "a\u202eb", "a\u2066b", "a\u200bb", "a\u2028b", "a\ufeff"})
    void whatDrivesATerminalOrHidesIsNot(String word) {
        assertThat(Candidate.of(word).usable()).isFalse();
    }

    @Test
    void wordsAre() {
        assertThat(Candidate.of("\u00fcn\u00efc\u00f6d\u00e9 $(x)").usable()).isTrue();
    }
}
