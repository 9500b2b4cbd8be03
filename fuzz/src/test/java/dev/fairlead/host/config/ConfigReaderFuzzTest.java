package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Any text is a configuration, or a list of problems that can be shown; and a change of it changes nothing else. */
class ConfigReaderFuzzTest {
    private static final int LONGEST_PROBLEM = 5000;
    private static final int MOST_PROBLEMS = 3000;
    private static final Path FOLDER = Path.of("project").toAbsolutePath();
    private static final ConfigReader READER = new ConfigReader(FOLDER, FOLDER.resolve("home"));
    private static final List<Path> FILES = Stream.of("fairlead.json", ".vscode/mcp.json", "config.toml", "config.yaml")
            .map(FOLDER::resolve)
            .toList();

    @DictionaryEntries({
        "{\"mcpServers\":{\"a\":{",
        "\"servers\":{\"a\":{",
        "\"context_servers\":{",
        "\"projects\":{",
        "\"inputs\":[{\"type\":\"promptString\",\"id\":\"k\",\"password\":true}],",
        "\"models\":{",
        "\"command\":\"node\",",
        "\"args\":[\"-y\"],",
        "\"env\":{\"A\":\"${env:B}\"},",
        "\"cwd\":\"${workspaceFolder}\",",
        "\"url\":\"https://example.com/mcp\",",
        "\"headers\":{\"Authorization\":\"Bearer ${secret:a}\"},",
        "\"type\":\"sse\",",
        "\"timeout\":1000,",
        "\"disabled\":true,",
        "\"tools\":[\"*\"],",
        "//",
        "/*",
        "*/",
        ",}",
        "\ufeff",
        "mcpServers:  a:    command: node",
        "- &a [*a]",
        "<<: *a",
        "!!binary",
        "[mcp_servers.a]command = \"node\"",
        "'''",
        "= 1979-05-27T07:32:00Z",
        "0x1F",
        "1e400",
        ".inf"
    })
    @FuzzTest
    void reads(byte[] input) {
        var text = Foreign.text(input);
        for (var file : FILES) {
            var read = READER.read(text, file, null, Origin.Scope.PROJECT);
            assertThat(read.problems()).hasSizeLessThanOrEqualTo(MOST_PROBLEMS);
            read.problems().forEach(problem -> Foreign.assertShowable(problem.text(), LONGEST_PROBLEM));
            assertThat(read.sound() || read.servers().isEmpty()).isTrue();
            assertThat(read.servers())
                    .hasSizeLessThanOrEqualTo(Bounds.MOST_CONNECTIONS)
                    .doesNotContainNull();
            assertThat(READER.read(text, file, null, Origin.Scope.PROJECT)).isEqualTo(read);
        }
        assertVariablesRead(text);
        assertPasted(text);
    }

    private static void assertVariablesRead(String text) {
        try {
            assertThat(DotEnv.parse(text).keySet()).allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_.-]*"));
        } catch (BadDocument refused) {
            Foreign.assertShowable(refused.problem(), LONGEST_PROBLEM);
        }
    }

    private static void assertPasted(String text) {
        try {
            var pasted = new PastedServers(FOLDER, FILES.getFirst()).read(text, "a");
            pasted.problems().forEach(problem -> Foreign.assertShowable(problem.text(), LONGEST_PROBLEM));
        } catch (ConfigEditException refused) {
            Foreign.assertShowable(refused.getMessage(), LONGEST_PROBLEM);
        }
    }

    @DictionaryEntries({
        "{\"mcpServers\":{\"a\":{}}}",
        "{  \"mcpServers\": {",
        "\"mcpServers\"",
        "\"a\"",
        "\"list\":[1,2,],",
        "null",
        "//x",
        "/*x*/",
        ",",
        ":",
        "\ufeff",
        "\\u0061"
    })
    @FuzzTest
    void changes(byte[] input) {
        JsonText before;
        try {
            before = JsonText.parse(Foreign.text(input));
        } catch (ConfigEditException refused) {
            Foreign.assertShowable(refused.getMessage(), LONGEST_PROBLEM);
            return;
        }
        var path = List.of("mcpServers", "a");
        var value =
                Json.object().put("command", "node").set("args", Json.array().add("-y"));
        try {
            assertPut(before, path, value);
            var item = before.append(List.of("list"), value);
            assertThat(without(item, List.of("list"))).isEqualTo(without(before, List.of("list")));
        } catch (ConfigEditException refused) {
            assertThat(refused).hasMessageContaining(" must be ");
        }
    }

    private static void assertPut(JsonText before, List<String> path, JsonNode value) {
        var put = before.put(path, value);
        assertThat(put.get(path)).contains(value);
        assertThat(without(put, path)).isEqualTo(without(before, path));
        assertThat(put.remove(path).get(path)).isEmpty();
    }

    /** Returns all that stands elsewhere; where nothing else does, no holder either. */
    private static JsonNode without(JsonText text, List<String> path) {
        var all = (ObjectNode) text.get(List.of()).orElseThrow();
        var holder = path.size() == 1 ? all : all.get(path.getFirst());
        if (holder instanceof ObjectNode object) {
            object.remove(path.getLast());
        }
        if (path.size() > 1 && (holder == null || holder.isNull() || holder.isEmpty())) {
            all.remove(path.getFirst());
        }
        return all;
    }
}
