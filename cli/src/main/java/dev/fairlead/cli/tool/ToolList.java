package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.cli.text.Table;
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
        } else if (page.isTerminal()) {
            page.table(table());
        } else {
            page.rich(lines());
        }
    }

    private Table table() {
        var table = Table.of(Column.wrapped("TOOL"), Column.wrapped("DESCRIPTION"));
        tools.forEach(tool -> table.row(signature(tool), hints(tool).plus(summary(tool))));
        return table;
    }

    private static StyledText signature(Tool tool) {
        return StyledText.of(tool.name(), Role.NAME)
                .plus(Signature.of(tool).substring(tool.name().length()), Role.FAINT);
    }

    private static StyledText hints(Tool tool) {
        return tool.hints().readOnly() ? StyledText.of("[read-only] ", Role.GOOD) : StyledText.EMPTY;
    }

    /** Returns a line for each, with the descriptions below each other where that does not tear them apart. */
    private List<StyledText> lines() {
        int width = tools.stream()
                .mapToInt(tool -> signature(tool).width())
                .filter(length -> length <= WIDEST_COLUMN)
                .max()
                .orElse(0);
        return tools.stream()
                .map(tool -> {
                    var about = hints(tool).plus(summary(tool));
                    return about.isEmpty()
                            ? signature(tool)
                            : signature(tool).padded(width).plus("  ").plus(about);
                })
                .toList();
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
                .orElse("");
    }
}
