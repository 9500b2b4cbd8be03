package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Finding any of many words. */
class AutomatonTest {
    private static final int TRIES = 2_000;

    @Test
    void findsWhatANaiveSearchFinds() {
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var words = new ArrayList<String>();
            for (int word = random.nextInt(8); word >= 0; word--) {
                words.add(text(random, 1 + random.nextInt(6)));
            }
            var text = text(random, random.nextInt(60));
            assertThat(covered(words, text))
                    .as("seed %d: %s in %s", seed, words, text)
                    .isEqualTo(naive(words, text));
        }
    }

    @Test
    void findsTheBeginningOfAWordWhereATextWasCut() {
        var automaton = Automaton.of(List.of("hunter2-password"));
        var finds = new Finds();
        automaton.find("it is hunter2-p… and hunter2", true, 6, finds::add);
        assertThat(finds.hideIn("it is hunter2-p… and hunter2")).isEqualTo("it is [hidden]… and [hidden]");
    }

    @Test
    void leavesTheEndOfAWholeTextAlone() {
        var finds = new Finds();
        Automaton.of(List.of("hunter2-password")).find("and hunter2", false, 6, finds::add);
        assertThat(finds.hideIn("and hunter2")).isEqualTo("and hunter2");
    }

    @Test
    void findsNothingWithoutWords() {
        assertThat(Automaton.of(List.of()).size()).isEqualTo(1);
        assertThat(covered(List.of(), "anything")).isEqualTo(new BitSet());
    }

    // Few letters, so that words overlap and contain each other.
    private static String text(Random random, int length) {
        var text = new StringBuilder();
        for (int at = 0; at < length; at++) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }

    private static BitSet covered(List<String> words, String text) {
        var covered = new BitSet();
        Automaton.of(words).find(text, false, 6, covered::set);
        return covered;
    }

    private static BitSet naive(List<String> words, String text) {
        var covered = new BitSet();
        for (var word : words) {
            for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
                covered.set(at, at + word.length());
            }
        }
        return covered;
    }
}
