package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.error.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which trouble with a configuration may pass by itself. */
class PassingTroubleTest {
    @TempDir
    private Path folder;

    private ConfigurationException failure(String entry) {
        var file = new ConfigReader(folder, folder)
                .read(
                        "{\"mcpServers\": {\"a\": %s}}".formatted(entry),
                        folder.resolve("fairlead.json"),
                        null,
                        Scope.USER);
        var resolver = Resolver.of(Map.of("PATH", "/usr/bin:/bin"), folder, folder, SecretSource.NONE);
        return catchThrowableOfType(
                ConfigurationException.class,
                () -> resolver.resolve(file.servers().getFirst()));
    }

    @ParameterizedTest
    @DisabledOnOs(OS.WINDOWS)
    @ValueSource(
            strings = {
                "{\"url\": \"https://x\", \"headersHelper\": [\"sh\", \"-c\", \"exit 1\"]}",
                "{\"url\": \"https://x\", \"headersHelper\": [\"sh\", \"-c\", \"echo busy\"]}",
                "{\"url\": \"https://x\", \"headersHelper\": [\"./not-there-yet\"]}",
                "{\"url\": \"https://x\", \"headers\": {\"X\": \"${file:secret}\"}}",
                "{\"command\": \"x\", \"args\": [\"${file:secret}\"]}",
                "{\"command\": \"x\", \"envFile\": \"secret\"}",
            })
    void aProgramOrAFileMayBeThereTheNextTime(String entry) {
        assertThat(failure(entry)).isNotNull().matches(ConfigurationException::passing, "passes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\": \"https://x/${NOT_SET}\"}",
                "{\"url\": \"https://x\", \"headersFromEnv\": {\"X\": \"NOT_SET\"}}",
                "{\"url\": \"${PATH}\"}",
                "{\"url\": \"https://x\", \"headers\": {\"X\": \"a\\nb\"}}",
                "{\"command\": \"x\", \"args\": [\"${keychain:id}\"]}",
                "{\"command\": \"x\", \"envFile\": \"wrong\"}",
            })
    void whatIsWrittenWrongOrSetByNobodyStaysSo(String entry) throws Exception {
        Files.writeString(folder.resolve("wrong"), "no line of a file of variables");
        assertThat(failure(entry)).isNotNull().matches(trouble -> !trouble.passing(), "stays");
    }
}
