package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file may ask for that costs memory, threads or time. */
class BoundsTest {
    private static ConfigFile read(String entry) {
        return Samples.own("{\"mcpServers\": {\n\"bad\": {\"command\": \"x\",\n%s},\n\"good\": {\"command\": \"y\"}}}"
                .formatted(entry));
    }

    private static void isLeftOut(ConfigFile file, String field, String words) {
        assertThat(Samples.names(file)).containsExactly("good");
        assertThat(file.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
            assertThat(problem.server()).isEqualTo("bad");
            assertThat(problem.field()).isEqualTo("mcpServers.bad." + field);
            assertThat(problem.line()).isEqualTo(3);
            assertThat(problem.message()).contains(words, "not used");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "pool, 0, 64",
        "pool, -1, 64",
        "pool, 65, 64",
        "pool, 2000000000, 64",
        "pool, 99999999999999999999, 64",
        "pool, 1.5, 64",
        "pool, '\"many\"', 64",
        "pool, [], 64",
        "concurrency, 0, '10000'",
        "concurrency, 10001, '10000'",
        "concurrency, 2000000000, '10000'",
    })
    void aNumberOutOfBoundsCostsItsServerAndNoOther(String field, String value, String most) {
        isLeftOut(read("\"%s\": %s".formatted(field, value)), field, "from 1 to " + most);
    }

    @Test
    void theBoundsThemselvesAreFine() {
        var server = Samples.server(read("\"pool\": 64, \"concurrency\": 10000, \"requestTimeout\": 1e0"), "bad");
        assertThat(server.pool() * server.concurrency()).isEqualTo(640_000);
    }

    @ParameterizedTest
    @CsvSource({"65, 1", "0, 1", "1, 0", "1, 10001", "2000000000, 2"})
    void aProgramCannotAskForMoreEither(int pool, int concurrency) {
        var builder =
                ServerConfig.builder("s", Endpoint.Command.of("x")).pool(pool).concurrency(concurrency);
        assertThatThrownBy(builder::build).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTimeIsADayAtMost() {
        var server = Samples.server(read("\"requestTimeout\": 999999999, \"startupTimeout\": \"999999999h\""), "bad");
        assertThat(server.requestTimeout()).isEqualTo(Duration.ofDays(1));
        assertThat(server.startupTimeout()).isEqualTo(Duration.ofDays(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"args", "envFrom", "includeTools", "excludeTools"})
    void aListIsNotEndless(String field) {
        var items = IntStream.range(0, 1_001).mapToObj(i -> "\"i\"").collect(Collectors.joining(","));
        isLeftOut(read("\"%s\": [%s]".formatted(field, items)), field, "at most 1000 entries");
    }

    @ParameterizedTest
    @CsvSource({"env, '\"v\"'", "tools, {}"})
    void anObjectIsNotEndless(String field, String value) {
        var members = IntStream.range(0, 1_001)
                .mapToObj(i -> "\"n%d\": %s".formatted(i, value))
                .collect(Collectors.joining(","));
        isLeftOut(read("\"%s\": {%s}".formatted(field, members)), field, "at most 1000 entries");
    }

    @Test
    void aTextIsNotEndless() {
        var text = "\"" + "x".repeat(32_769) + "\"";
        isLeftOut(read("\"args\": [%s]".formatted(text)), "args[0]", "at most 32768 characters");
        isLeftOut(read("\"env\": {\"A\": %s}".formatted(text)), "env.A", "at most 32768 characters");
        isLeftOut(read("\"description\": %s".formatted(text)), "description", "at most 32768 characters");
        var pattern = "\"" + "*a".repeat(129) + "\"";
        isLeftOut(read("\"includeTools\": [%s]".formatted(pattern)), "includeTools", "at most 256 characters");
    }

    @Test
    void aNameIsNotEndless() {
        var file = Samples.own("{\"mcpServers\": {\"%s\": {\"command\": \"x\"}, \"good\": {\"command\": \"y\"}}}"
                .formatted("n".repeat(257)));
        assertThat(Samples.names(file)).containsExactly("good");
        assertThat(Samples.texts(file)).singleElement().asString().contains("at most 256 characters");
    }

    @ParameterizedTest
    @CsvSource({"1, 1000, 256", "64, 10, 4", "60, 10, 4"})
    void aFileHasNoMoreThanSoManyProcessesAltogether(int pool, int servers, int used) {
        var entries = IntStream.range(0, servers)
                .mapToObj(i -> "\"s%d\": {\"command\": \"x\", \"pool\": %d}".formatted(i, pool))
                .collect(Collectors.joining(",\n"));
        var file = Samples.own("{\"mcpServers\": {\n%s}}".formatted(entries));

        assertThat(file.servers()).hasSize(used);
        assertThat(file.servers().getFirst().name()).isEqualTo("s0");
        assertThat(file.problems()).hasSize(servers - used).allSatisfy(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
            assertThat(problem.message()).contains("256", "left out");
        });
        assertThat(file.problems().getFirst().line()).isEqualTo(used + 2);
        assertThat(file.after(file).servers()).as("also when it is read again").hasSize(used);
    }
}
