package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.client.ToolResult;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The answer of a tool, be it success or failure. */
public record ToolAnswer(String tool, ToolResult result) implements Outcome {

    /** Adds what every document about a call has, also where there is no answer. */
    static void tellNothing(@Nullable String tool, ObjectNode document) {
        document.putArray("content");
        document.putNull("structuredContent").put("tool", tool);
    }

    @Override
    public void show(Page page) {
        if (!result.isError()) {
            shown().forEach(page::text);
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
        var text = String.join("\n", shown()).stripTrailing();
        return "tool '%s' reported an error: %s"
                .formatted(tool, text.isEmpty() ? "it does not say what is wrong" : text);
    }

    @Override
    public Duration took() {
        return result.duration();
    }

    private List<String> shown() {
        var shown = new ArrayList<String>();
        result.content().forEach(block -> shown.add(ContentText.of(block)));
        if (result.text().isEmpty()) {
            result.structuredContent().ifPresent(value -> shown.add(Json.write(value)));
        }
        return shown;
    }
}
