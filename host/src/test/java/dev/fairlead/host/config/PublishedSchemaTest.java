package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.client.schema.Verdict;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PublishedSchemaTest {
    private static final JsonNode SCHEMA = Json.parse(text());

    private static String text() {
        try (var in = Objects.requireNonNull(ConfigReader.class.getResourceAsStream("fairlead.schema.json"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CompiledSchema compiled() {
        var compilation = CompiledSchema.compile(SCHEMA);
        assertThat(compilation).isInstanceOf(SchemaCompilation.Ready.class);
        return ((SchemaCompilation.Ready) compilation).schema();
    }

    private static Verdict verdict(String json) {
        return compiled().check(Json.parse(json));
    }

    private static List<String> properties(String definition) {
        return new ArrayList<>(SCHEMA.at(definition + "/properties").propertyNames());
    }

    @Test
    void namesExactlyTheFieldsThatTheReaderKnows() {
        assertThat(properties("/$defs/server"))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Field.values()).map(Field::id).toList());
        assertThat(properties("/$defs/oauth")).containsExactlyInAnyOrderElementsOf(AddressReader.OF_OAUTH);
        assertThat(properties("/$defs/tool")).containsExactlyInAnyOrderElementsOf(ToolFields.OF_A_TOOL);
        assertThat(properties("/$defs/input")).containsExactlyInAnyOrderElementsOf(InputReader.OF_AN_INPUT);
        assertThat(properties("/properties/models")).containsExactlyInAnyOrderElementsOf(ModelReader.OF_MODELS);
        assertThat(properties("")).containsExactlyInAnyOrderElementsOf(ConfigReader.OWN_TOP);
        assertThat(SCHEMA.at("/$defs/duration/anyOf/1/pattern").stringValue()).isEqualTo(TimeLimit.PATTERN);
    }

    @Test
    void theReaderTakesEveryFieldThatTheSchemaNames() {
        var file = Samples.own(Samples.text("fairlead.json"));
        var written = Json.parse(Samples.text("fairlead.json")).at("/mcpServers");

        var used = new ArrayList<String>();
        written.forEach(server -> used.addAll(server.propertyNames()));
        assertThat(used).containsAll(properties("/$defs/server"));
        assertThat(file.servers())
                .hasSize(2)
                .allMatch(server -> server.ignored().isEmpty());
        assertThat(file.problems()).isEmpty();
        assertThat(verdict(Samples.text("fairlead.json"))).isEqualTo(new Verdict.Valid());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"mcpServers\": {\"a\": {}}}",
                "{\"mcpServers\": {\"\": {\"command\": \"x\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"colour\": 1}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"pool\": 0}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"pool\": 65}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"concurrency\": 10001}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"tools\": {\"t\": {\"alias\": \"a__b\"}}}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"tools\": {\"t\": {\"alias\": \"a b\"}}}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": \"a b\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"start\": \"sometimes\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"requestTimeout\": \"soon\"}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"requestTimeout\": 0}}}",
                "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"tools\": {\"t\": {\"name\": \"y\"}}}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"ftp://x\"}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"https://x\", \"strategy\": \"none\"}}}",
                "{\"mcpServers\": {\"a\": {\"url\": \"https://x\", \"oauth\": {\"redirectPort\": 0}}}}",
                "{\"mcpServers\": {\"a\": {\"command\": [\" \"], \"env\": {\"A=B\": \"\"}}}}",
                "{\"mcpServers\": []}",
                "{\"servers\": {}}",
                "[]",
            })
    void whatTheSchemaRefusesTheReaderReports(String json) {
        assertThat(verdict(json)).isInstanceOf(Verdict.Invalid.class);
        assertThat(Samples.own(json).problems()).isNotEmpty();
    }

    @Test
    void theCopyForReadersIsTheSame() throws IOException {
        assertThat(docs().resolve("fairlead.schema.json")).content().isEqualTo(text());
    }

    @Test
    void theExamplesInTheDocumentationAreValidAndReadWithoutProblems() throws IOException {
        var page = Files.readString(docs().resolve("configuration.md"));
        var examples = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL).matcher(page);
        int count = 0;
        while (examples.find()) {
            count++;
            assertThat(verdict(examples.group(1))).as(examples.group(1)).isEqualTo(new Verdict.Valid());
            // They are the user's own, who may say more than a project.
            var own = new ConfigReader(Path.of("/project"), Path.of("/home/ann"))
                    .read(examples.group(1), Path.of("/home/ann/fairlead.json"), Dialect.FAIRLEAD, Origin.Scope.USER);
            assertThat(own.problems()).isEmpty();
        }
        assertThat(count).isPositive();
    }

    @Test
    void theDocumentationNamesEveryField() throws IOException {
        var page = Files.readString(docs().resolve("configuration.md"));

        assertThat(properties("/$defs/server")).allMatch(field -> page.contains("`" + field + "`"));
    }

    private static Path docs() {
        return Path.of("").toAbsolutePath().resolveSibling("docs");
    }
}
