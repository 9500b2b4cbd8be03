package dev.fairlead.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "1, 1 ms",
        "250, 250 ms",
        "999, 999 ms",
        "1000, 1 s",
        "1049, 1 s",
        "1050, 1.1 s",
        "2500, 2.5 s",
        "2999, 3 s",
        "30000, 30 s",
        "59960, 60 s",
        "90500, 90.5 s",
    })
    void areSaidAsPeopleSayThem(long millis, String words) {
        assertThat(Durations.words(Duration.ofMillis(millis))).isEqualTo(words);
    }
}
