package dev.fairlead.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.tool.Projected.Fit;
import dev.fairlead.agent.tool.Projected.Unfit;
import dev.fairlead.protocol.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps the report of what becomes of the tools of well-known servers for Gemini. */
final class GeminiReportTest {
    private static final List<String> SERVERS = List.of(
            "@modelcontextprotocol/server-everything",
            "@modelcontextprotocol/server-filesystem",
            "@modelcontextprotocol/server-memory",
            "@playwright/mcp");

    @Test
    void theReportInTheDocsIsUpToDate() throws IOException {
        var report = report();
        var kept = repository().resolve("docs/gemini-schemas.md");
        var fresh = repository().resolve("agent/target/gemini-schemas.md");
        boolean same = Files.exists(kept) && Files.readString(kept).equals(report);
        if (!same) {
            Files.createDirectories(repository().resolve("agent/target"));
            Files.writeString(fresh, report);
        }
        assertThat(same)
                .as("docs/gemini-schemas.md is not up to date; to renew it: "
                        + "cp agent/target/gemini-schemas.md docs/gemini-schemas.md")
                .isTrue();
    }

    private static String report() {
        var text = new StringBuilder("""
            # Tools of published servers, as Gemini is told of them

            What [the projection](models.md#schemas) makes of every tool that four published servers list. Made by a
            test, which fails when this is not up to date. A pointer says where in the schema, with references
            written out. *Narrower* is what takes away something that the server would take.

            """);
        for (var server : SERVERS) {
            var listed = ToolCorpus.named(server);
            text.append("## %s %s\n\n".formatted(listed.name(), listed.version()));
            text.append("| tool | | what is different |\n| --- | --- | --- |\n");
            listed.tools().forEach(tool -> text.append(row(tool)));
            text.append('\n');
        }
        return text.toString().stripTrailing() + "\n";
    }

    private static String row(Tool tool) {
        return switch (SchemaProjection.of(tool.inputSchema(), SchemaDialect.GEMINI)) {
            case Unfit(var reason) -> "| `%s` | left out | %s |\n".formatted(tool.name(), reason);
            case Fit(var schema, var changes) ->
                "| `%s` | accepted | %s |\n".formatted(tool.name(), changes.isEmpty() ? "nothing" : told(changes));
        };
    }

    private static String told(List<SchemaChange> changes) {
        return changes.stream()
                .collect(Collectors.groupingBy(
                        change -> (change.narrower() ? "*narrower:* " : "") + change.what() + ", as " + change.why(),
                        LinkedHashMap::new,
                        Collectors.mapping(SchemaChange::pointer, Collectors.toList())))
                .entrySet()
                .stream()
                .map(each -> each.getKey() + places(each.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String places(List<String> pointers) {
        if (pointers.equals(List.of(""))) {
            return "";
        }
        var shown = pointers.size() == 1
                ? "`%s`".formatted(pointers.getFirst())
                : "%d places, such as `%s`".formatted(pointers.size(), pointers.getFirst());
        return " (" + shown + ")";
    }

    private static Path repository() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("LICENSE"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("not inside the repository");
            }
        }
        return folder;
    }
}
