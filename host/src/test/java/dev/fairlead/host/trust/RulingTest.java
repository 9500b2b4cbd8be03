package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.Ruling.Kind;
import dev.fairlead.host.trust.Ruling.Step;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulingTest {

    @ParameterizedTest
    @CsvSource({
        // decisions, voided, unknown, same, changed
        "DENIED,  false, REFUSE, REFUSE, REFUSE",
        "DENIED,  true,  REFUSE, REFUSE, REFUSE",
        "GRANTED, false, PIN,    ADMIT,  ASK",
        "GRANTED, true,  ASK,    ADMIT,  ASK",
        "TRUSTED, false, PIN,    ADMIT,  ASK",
        "TRUSTED, true,  ASK,    ADMIT,  ASK",
        "ASK,     false, ASK,    ASK,    ASK",
        "ASK,     true,  ASK,    ASK,    ASK",
        "NONE,    false, ASK,    ASK,    ASK",
        "NONE,    true,  ASK,    ASK,    ASK",
    })
    void decides(Kind kind, boolean voided, Step unknown, Step same, Step changed) {
        var ruling = new Ruling(kind, voided);
        assertThat(ruling.step(new Pin.Unknown())).isEqualTo(unknown);
        assertThat(ruling.step(new Pin.Same())).isEqualTo(same);
        assertThat(ruling.step(new Pin.Changed("hash", new DefinitionDiff(List.of(), 0))))
                .isEqualTo(changed);
    }

    @Test
    void whatIsUsualHoldsOnlyWhereNobodyDecided() {
        assertThat(new Ruling(Kind.NONE, true).orElse(Kind.TRUSTED)).isEqualTo(new Ruling(Kind.TRUSTED, true));
        for (var kind : List.of(Kind.DENIED, Kind.GRANTED, Kind.TRUSTED, Kind.ASK)) {
            assertThat(new Ruling(kind, false).orElse(Kind.TRUSTED).kind()).isEqualTo(kind);
        }
    }
}
