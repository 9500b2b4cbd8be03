package dev.fairlead.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public final class SuggestionTest {

    @Test
    void namesTheClosest() {
        assertThat(Suggestion.among("serach", List.of("fetch", "search"))).isEqualTo("did you mean 'search'?");
        assertThat(Suggestion.among("ADD", List.of("adds", "add"))).isEqualTo("did you mean 'add'?");
    }

    @Test
    void twoLettersThatChangedPlacesAreOneMistake() {
        assertThat(Suggestion.closest("clac", List.of("demo", "calc"))).contains("calc");
    }

    @Test
    void whatHasNothingInCommonIsNotMeant() {
        assertThat(Suggestion.closest("x", List.of("a", "b"))).isEmpty();
        assertThat(Suggestion.closest("", List.of("a"))).isEmpty();
        assertThat(Suggestion.closest("files", List.of("fetch", "tiles2"))).isEmpty();
    }

    @Test
    void namesAllWhereNoneIsClose() {
        assertThat(Suggestion.among("x", List.of("fetch", "search"))).isEqualTo("it has fetch, search");
        assertThat(Suggestion.among("x", List.of())).isEqualTo("it has none at all");
        assertThat(Suggestion.among(
                        "zzz", IntStream.range(0, 14).mapToObj(i -> "tool" + i).toList()))
                .endsWith("tool11 and 2 more");
    }
}
