package dev.fairlead.cli;

import dev.fairlead.client.ToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Prints for people. */
final class TextPrinter implements Printer {
    private static final int WIDEST_COLUMN = 48;

    private final PrintStream out;
    private final PrintStream err;
    private final boolean debug;

    TextPrinter(PrintStream out, PrintStream err, boolean debug) {
        this.out = out;
        this.err = err;
        this.debug = debug;
    }

    @Override
    public void tools(Attempt attempt, List<Tool> tools) {
        if (tools.isEmpty()) {
            complain("server '%s' has no tools".formatted(attempt.label()));
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
            out.println((signature + padding + "  " + summary(tools.get(i))).stripTrailing());
        }
        out.flush();
    }

    @Override
    public void answer(Attempt attempt, ToolResult result) {
        var shown = shown(result);
        if (result.isError()) {
            var text = shown.isEmpty() ? "it does not say what is wrong" : String.join("\n", shown);
            complain("tool '%s' reported an error: %s".formatted(attempt.tool(), text.stripTrailing()));
            return;
        }
        for (var part : shown) {
            out.print(part.endsWith("\n") ? part : part + "\n");
        }
        out.flush();
    }

    @Override
    public void failure(Attempt attempt, Failure failure) {
        complain(failure.message());
        if (debug) {
            err.print(Sanitizer.text(failure.trace()));
            err.flush();
        }
    }

    private void complain(String sentence) {
        err.println(RootCommand.NAME + ": " + Sanitizer.text(sentence));
        err.flush();
    }

    private static List<String> shown(ToolResult result) {
        var shown = new ArrayList<String>();
        result.content().forEach(block -> shown.add(Sanitizer.text(ContentText.of(block))));
        if (result.text().isEmpty()) {
            result.structuredContent().ifPresent(value -> shown.add(Sanitizer.text(Json.write(value))));
        }
        return shown;
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
