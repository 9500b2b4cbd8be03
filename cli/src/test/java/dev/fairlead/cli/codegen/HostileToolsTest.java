package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class HostileToolsTest {

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7})
    void whateverServersSayCompilesWithoutAWarningAndDoesNothing(long seed) throws Exception {
        var client = Samples.client(new HostileTools(seed).some(50));

        assertThat(Compiled.of(client.files()).initialise()).isGreaterThan(50);
        assertThat(System.getProperty("fairlead.codegen.escaped")).isNull();
        var paths = new HashSet<String>();
        for (var file : client.files()) {
            assertThat(file.path()).matches("com/example/files/[A-Z][A-Za-z0-9]*\\.java");
            assertThat(paths.add(file.path().toLowerCase(Locale.ROOT)))
                    .as(file.path())
                    .isTrue();
            assertThat(file.text()).endsWith("}\n").doesNotContain("\r", "\t");
        }
        assertThat(client.notes()).allMatch(note -> note.codePoints().noneMatch(Character::isISOControl));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12})
    void theOrderInWhichToolsAreListedDoesNotMatter(long seed) {
        var byName = new TreeMap<String, Tool>();
        new HostileTools(seed).some(50).forEach(tool -> byName.put(tool.name(), tool));
        var tools = new ArrayList<>(byName.values());
        var before = Samples.client(tools);

        Collections.shuffle(tools, new Random(seed));

        assertThat(Samples.client(tools)).isEqualTo(before);
    }
}
