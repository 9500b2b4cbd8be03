package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is rehearsed works: otherwise its cache would lack what comes after the failure. */
@Timeout(300)
@Tag("thorough")
final class RehearsalTest {

    @ParameterizedTest
    @ValueSource(strings = {"all", "pipe", "brief"})
    void everythingRehearsedWorks(String part) throws Exception {
        assertThat(Rehearsal.rehearse(part)).isZero();
    }
}
