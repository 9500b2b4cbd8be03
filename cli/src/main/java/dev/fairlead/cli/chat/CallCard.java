package dev.fairlead.cli.chat;

import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.CallRecord;
import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.Milliseconds;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A call, as a person sees it go out and come back. */
final class CallCard {
    private static final int MOST_LINES = 6;
    private static final int LONGEST = 300;
    private static final int LONGEST_NAME = 64;
    private static final String INDENT = "    ";

    private CallCard() {}

    /** Shows what the model asks for. */
    static List<StyledText> asked(AgentEvent.ToolAsked call) {
        return List.of(StyledText.of("  -> ", Role.FAINT)
                .plus(name(call.server(), call.tool()), Role.NAME)
                .plus(" " + cut(Json.write(call.arguments())), Role.FAINT));
    }

    /** Shows what came of it. */
    static List<StyledText> done(CallRecord call) {
        boolean good = call.status() == CallRecord.Status.SUCCESS;
        var lines = new ArrayList<StyledText>();
        lines.add(StyledText.of("  <- ", Role.FAINT)
                .plus(name(call.server(), call.tool()), Role.NAME)
                .plus(" ")
                .plus(word(call), good ? Role.GOOD : Role.BAD)
                .plus(" " + Milliseconds.text(call.duration()), Role.FAINT));
        var text = call.error() == null ? answer(call) : call.error();
        var all = Sanitizer.text(text).strip().lines().toList();
        all.stream().limit(MOST_LINES).forEach(line -> lines.add(StyledText.of(INDENT + cut(line))));
        if (all.size() > MOST_LINES) {
            lines.add(StyledText.of(INDENT + "(%s more lines)".formatted(all.size() - MOST_LINES), Role.FAINT));
        }
        return lines;
    }

    private static String name(String server, String tool) {
        return Sanitizer.name(server.isEmpty() ? tool : server + " " + tool);
    }

    private static String word(CallRecord call) {
        var word = call.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return call.unknown() ? word + ", outcome unknown" : word;
    }

    private static String answer(CallRecord call) {
        return call.answer() == null
                ? ""
                : CallToolResult.from(call.answer()).content().stream()
                        .map(ContentText::of)
                        .collect(Collectors.joining("\n"));
    }

    /** Returns the beginning of a text, on one line. */
    static String cut(String text) {
        return cut(text, LONGEST);
    }

    /** Returns a name that somebody else chose, of which no more is shown than a name needs. */
    static String name(String text) {
        return cut(Sanitizer.name(text), LONGEST_NAME);
    }

    private static String cut(String text, int longest) {
        var line = Sanitizer.line(text);
        return line.length() <= longest
                ? line
                : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, longest))) + "…";
    }
}
