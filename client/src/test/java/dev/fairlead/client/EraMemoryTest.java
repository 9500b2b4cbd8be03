package dev.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EraMemoryTest {
    private Instant now = Instant.parse("2026-11-15T12:00:00Z");
    private final Map<String, String> kept = new HashMap<>();
    private final EraMemory.Keeper keeper = new EraMemory.Keeper() {
        @Override
        public Optional<String> read(String identity) {
            return Optional.ofNullable(kept.get(identity));
        }

        @Override
        public void write(String identity, @Nullable String verdict) {
            kept.compute(identity, (key, old) -> verdict);
        }
    };

    private EraMemory memory() {
        return new EraMemory(() -> now, keeper);
    }

    @Test
    void whatIsKeptOutlastsTheMemory() {
        memory().remember("a", Era.LEGACY, "streamable HTTP");
        memory().remember("b", Era.MODERN);
        assertThat(memory().recall("a")).contains(Era.LEGACY);
        assertThat(memory().recallKind("a")).contains("streamable HTTP");
        assertThat(memory().recall("b")).contains(Era.MODERN);
        assertThat(memory().recallKind("b")).isEmpty();
    }

    @Test
    void aVerdictThatAgesAgesWhereverItIsKept() {
        memory().remember("a", Era.LEGACY);
        memory().remember("b", Era.MODERN);
        now = now.plus(Duration.ofHours(2));
        assertThat(memory().recall("a")).isEmpty();
        assertThat(memory().recall("b")).contains(Era.MODERN);
    }

    @Test
    void whatWasWrongIsForgottenForGood() {
        var memory = memory();
        memory.remember("a", Era.MODERN);
        memory.forget("a");
        assertThat(memory.recall("a")).isEmpty();
        assertThat(memory().recall("a")).isEmpty();
        assertThat(kept).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MODERN", "FUTURE 2026-11-15T12:00:00Z", "MODERN yesterday", "{}"})
    void whatCannotBeReadIsAsGoodAsNothing(String text) {
        kept.put("a", text);
        assertThat(memory().recall("a")).isEmpty();
    }
}
