package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.protocol.Tool;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tools of a server.
 *
 * @param server how texts name it
 */
public record ToolList(String server, List<Tool> tools) implements Outcome {
    private static final int WIDEST_COLUMN = 48;

    @Override
    public void show(Page page) {
        if (tools.isEmpty()) {
            page.remark("server '%s' has no tools".formatted(server));
            return;
        }
        var signatures =
                tools.stream().map(tool -> Sanitizer.line(Signature.of(tool))).toList();
        int width = signatures.stream()
                .mapToInt(String::length)
                .filter(length -> length <= WIDEST_COLUMN)
                .max()
                .orElse(0);
        for (int i = 0; i < tools.size(); i++) {
            var signature = signatures.get(i);
            var padding = " ".repeat(Math.max(0, width - signature.length()));
            page.line((signature + padding + "  " + summary(tools.get(i))).stripTrailing());
        }
    }

    @Override
    public void tell(ObjectNode document) {
        var list = document.putArray("tools");
        tools.forEach(tool -> list.add(tool.toJson()));
    }

    private static String summary(Tool tool) {
        var words = tool.description() == null ? "" : tool.description();
        return words.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(Sanitizer::line)
                .orElse("");
    }
}
