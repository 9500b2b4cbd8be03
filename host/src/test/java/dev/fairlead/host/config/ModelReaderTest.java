package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Origin.Scope;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file says about language models. */
class ModelReaderTest {
    private static ConfigFile read(String models, Scope scope) {
        return new ConfigReader(Path.of("/project"), Path.of("/home/ann"))
                .read(
                        "{\"mcpServers\": {}, \"models\": %s}".formatted(models),
                        Path.of("/project/fairlead.json"),
                        Dialect.FAIRLEAD,
                        scope);
    }

    @Test
    void aModelAndKeysAreRead() {
        var file =
                read("{\"use\": \" gemini/x \", \"keys\": {\"gemini\": \"${A}\", \"openai\": \"sk-1\"}}", Scope.USER);

        assertThat(file.models()).isEqualTo(new ModelSettings("gemini/x", Map.of("gemini", "${A}", "openai", "sk-1")));
        assertThat(file.problems()).isEmpty();
        assertThat(file.models().toString()).contains("openai").doesNotContain("sk-1");
    }

    @Test
    void aProjectDecidesNothing() {
        var file = read("{\"use\": \"gemini/x\", \"keys\": {\"gemini\": \"k\"}}", Scope.PROJECT);

        assertThat(file.models()).isEqualTo(ModelSettings.NONE);
        assertThat(file.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("your own file"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | models",
                "{\"use\": 3} | models.use",
                "{\"use\": \" \"} | models.use",
                "{\"keys\": []} | models.keys",
                "{\"keys\": {\"gemini\": 3}} | models.keys.gemini",
                "{\"key\": \"x\"} | models.key"
            })
    void mistakesAreToldWithTheirPlace(String models, String field) {
        var file = read(models, Scope.USER);

        assertThat(file.models()).isEqualTo(ModelSettings.NONE);
        assertThat(file.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.field()).isEqualTo(field));
    }
}
