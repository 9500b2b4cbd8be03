package dev.fairlead.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

public final class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "8s, PT8S",
        "8, PT8S",
        "2m, PT2M",
        "1h, PT1H",
        "1.5s, PT1.5S",
        "0.25, PT0.25S",
        "1.5m, PT1M30S",
        "' 3 s ', PT3S",
        "1ms, PT0.001S"
    })
    void readsWhatPeopleType(String text, Duration expected) {
        assertThat(DurationText.read(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "8x", "-1s", "0", "0ms", "0.1ms", "1e3", "1s2", "PT8S", "99999999999"})
    void refusesEverythingElseAndSaysWhatToType(String text) {
        assertThatThrownBy(() -> DurationText.read(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'%s' is not a duration; write for instance 500ms, 8s or 2m", text);
    }
}
