package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.ContentShowing;
import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.frame.PrettyJson;
import dev.fairlead.client.ToolResult;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer of a tool, be it success or failure.
 *
 * @param raw whether people, too, get it as it was sent
 * @param folder where what is no text is written; null where it is not
 */
record ToolAnswer(
        String tool,
        ToolResult result,
        boolean raw,
        @Nullable Path folder) implements Outcome {

    /** Adds what every document about a call has, also where there is no answer. */
    static void tellNothing(@Nullable String tool, ObjectNode document) {
        document.putArray("content");
        document.putNull("structuredContent").put("tool", tool);
    }

    @Override
    public void show(Page page) {
        if (result.isError()) {
            return;
        }
        if (raw) {
            new RawAnswer(result).show(page);
            return;
        }
        var showing = new ContentShowing(page, folder);
        result.content().forEach(showing::show);
        if (result.text().isEmpty()) {
            result.structuredContent()
                    .ifPresent(value -> page.text(page.isTerminal() ? PrettyJson.of(value) : Json.write(value)));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        var blocks = document.putArray("content");
        result.content().forEach(block -> blocks.add(block.toJson()));
        document.set("structuredContent", result.structuredContent().orElse(null));
        document.put("tool", tool);
    }

    @Override
    public @Nullable Failure failure() {
        return result.isError() ? Failure.ofTool(result.text()) : null;
    }

    @Override
    public String complaint(Failure failure) {
        var shown = new ArrayList<String>();
        result.content().forEach(block -> shown.add(ContentText.of(block)));
        if (result.text().isEmpty()) {
            result.structuredContent().ifPresent(value -> shown.add(Json.write(value)));
        }
        var text = String.join("\n", shown).stripTrailing();
        return "tool '%s' reported an error: %s"
                .formatted(tool, text.isEmpty() ? "it does not say what is wrong" : text);
    }

    @Override
    public Duration took() {
        return result.duration();
    }
}
