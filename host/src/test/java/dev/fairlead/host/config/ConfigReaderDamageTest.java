package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.ServerStartException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever stands in a file, reading it ends, and throws nothing that is not declared. */
@Timeout(300)
@Tag("thorough")
class ConfigReaderDamageTest {
    private static final long SEED = Long.getLong("fairlead.seed", 20261115L);
    private static final int TRIES = 4_000;

    private static final List<Map.Entry<String, String>> SAMPLES = List.of(
            Map.entry("fairlead.json", "fairlead.json"),
            Map.entry("claude-code.json", ".mcp.json"),
            Map.entry("claude-user.json", ".claude.json"),
            Map.entry("vscode.jsonc", ".vscode/mcp.json"),
            Map.entry("gemini.json", ".gemini/settings.json"),
            Map.entry("codex.toml", ".codex/config.toml"),
            Map.entry("zed.jsonc", ".zed/settings.json"),
            Map.entry("goose.yaml", "goose/config.yaml"),
            Map.entry("librechat.yaml", "librechat.yaml"),
            Map.entry("opencode-v2.jsonc", "opencode.json"),
            Map.entry("mcporter.jsonc", "config/mcporter.json"),
            Map.entry("fastmcp.json", "any.json"));

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "null",
            "true",
            "-1",
            "1e999",
            "\n",
            "\t",
            "  ",
            "#",
            "//",
            "/*",
            "&a ",
            "*a",
            "<<: ",
            "---\n",
            "[[a]]",
            "= ",
            "'''",
            "\"\"\"",
            "${",
            "${A:-",
            "}",
            "$$",
            "{env:",
            "%",
            "\u0000",
            "\uFEFF",
            "\uD800",
            "é",
            "mcpServers",
            "command",
            "url",
            "type",
            "\\u0000",
            "https://",
            "!!binary ",
            "|\n");

    @Test
    void noMutationOfAFileMakesReadingFail() {
        var random = new Random(SEED);
        var resolver = Resolver.of(Map.of("A", "x"), Samples.PROJECT, Samples.HOME, SecretSource.NONE);
        for (int i = 0; i < TRIES; i++) {
            var sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
            var text = mutated(Samples.text(sample.getKey()), random);
            try {
                check(text, Samples.PROJECT.resolve(sample.getValue()), resolver);
            } catch (Exception | StackOverflowError | AssertionError e) {
                throw new AssertionError("seed %d, try %d, as %s:%n%s".formatted(SEED, i, sample.getValue(), text), e);
            }
        }
    }

    private static void check(String text, Path place, Resolver resolver) throws InterruptedException {
        var file = new ConfigReader(Samples.PROJECT, Samples.HOME).read(text, place, null, Scope.PROJECT);
        assertThat(file.sound() || file.servers().isEmpty()).isTrue();
        for (var problem : file.problems()) {
            assertThat(problem.text()).doesNotContain("\n").isNotBlank();
        }
        for (var server : file.servers()) {
            assertThat(ConfigFingerprint.of(server, resolver).describe()).isNotEmpty();
            boolean runs = server.endpoint() instanceof Endpoint.Address address
                    && !address.headersProgram().isEmpty();
            if (!runs) {
                resolve(server, resolver);
            }
        }
    }

    private static void resolve(ServerConfig server, Resolver resolver) throws InterruptedException {
        try {
            assertThat(resolver.resolve(server)).isNotNull();
        } catch (ConfigurationException | ServerStartException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static String mutated(String text, Random random) {
        var result = new StringBuilder(text);
        int changes = 1 + random.nextInt(6);
        for (int i = 0; i < changes && !result.isEmpty(); i++) {
            int at = random.nextInt(result.length());
            int end = Math.min(result.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> result.delete(at, end);
                case 1 -> result.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> result.insert(at, result.substring(at, end));
                case 3 -> result.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
                default ->
                    result.replace(
                            at, end, PIECES.get(random.nextInt(PIECES.size())).repeat(random.nextInt(40)));
            }
        }
        return result.toString();
    }
}
