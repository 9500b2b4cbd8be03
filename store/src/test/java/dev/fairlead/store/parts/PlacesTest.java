package dev.fairlead.store.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacesTest {
    private static final Path HOME = Path.of("/home/ann");

    private static Places of(Map<String, String> environment) {
        return new Places(environment, "Linux", HOME, Path.of("/srv"));
    }

    @Test
    void ownFoldersGoBeforeThoseOfTheSystem() {
        assertThat(of(Map.of("FAIRLEAD_HOME", "here", "XDG_DATA_HOME", "/data")).data())
                .isEqualTo(Path.of("/srv/here"));
        assertThat(of(Map.of("FAIRLEAD_HOME", " ", "XDG_DATA_HOME", "/data")).data())
                .isEqualTo(Path.of("/data/fairlead"));
        assertThat(of(Map.of("XDG_CONFIG_HOME", "relative")).settings())
                .isEqualTo(Path.of("/home/ann/.config/fairlead"));
    }

    /** What a locale without letters makes of a path is another path, or none: neither may lead anywhere else. */
    @ParameterizedTest
    @ValueSource(strings = {"/tmp/h\uFFFD\uFFFDm", "/tmp/a\0b", "/tmp/\ud800"})
    void whatIsNoPathIsRefusedInsteadOfIgnored(String odd) {
        for (var name : new String[] {"FAIRLEAD_HOME", "XDG_DATA_HOME"}) {
            assertThatThrownBy(() -> of(Map.of(name, odd)).data())
                    .isInstanceOf(PlaceException.class)
                    .hasMessageContainingAll(name + " holds no path", "UTF-8 locale")
                    .hasMessageNotContaining(odd);
        }
        assertThatThrownBy(() -> of(Map.of("FAIRLEAD_CONFIG", odd)).variable("FAIRLEAD_CONFIG"))
                .isInstanceOf(PlaceException.class);
    }
}
