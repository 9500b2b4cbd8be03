package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.error.Challenge;
import dev.fairlead.testkit.Verifies;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of the scopes that servers demand. */
@Verifies({"F-34", "F-37"})
final class ScopesTest {

    @ParameterizedTest
    @CsvSource({
        "a b c, a b c",
        "c a b, c a b",
        "'  a   b ', a b",
        "a a b, a b",
        "mcp:read https://x.example/y?z=1, mcp:read https://x.example/y?z=1",
        "'a\tb', a b",
        "ü a, a",
        "a ü b, a b"
    })
    void scopesAreTakenInTheirOrder(String demanded, String read) {
        assertThat(Scopes.of(challenge(demanded))).containsExactly(read.split(" "));
    }

    @Test
    void whereNothingIsDemandedThereIsNothing() {
        assertThat(Scopes.of(challenge(""))).isEmpty();
        assertThat(Scopes.of(new Challenge(401, List.of()))).isEmpty();
        assertThat(Scopes.of(Challenge.of(403, List.of("Basic scope=\"a\"")))).isEmpty();
    }

    @Test
    void noServerDemandsMoreThanAnybodyReads() {
        var many = IntStream.range(0, 1000).mapToObj(i -> "s" + i).collect(Collectors.joining(" "));
        assertThat(Scopes.of(challenge(many))).hasSize(200).contains("s0", "s199");
        assertThat(Scopes.of(challenge("a " + "x".repeat(257) + " b"))).containsExactly("a", "b");
        assertThat(Scopes.of(challenge("x".repeat(256)))).hasSize(1);
    }

    @Test
    void aUnionHoldsAllInOrder() {
        var before = new LinkedHashSet<>(List.of("b", "a"));
        assertThat(Scopes.union(before, List.of("c", "a"))).containsExactly("b", "a", "c");
        assertThat(before).containsExactly("b", "a");
    }

    private static Challenge challenge(String scope) {
        return Challenge.of(403, List.of("Bearer scope=\"%s\"".formatted(scope)));
    }
}
