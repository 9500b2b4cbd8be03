package dev.fairlead.cli.doctor;

import dev.fairlead.cli.text.Count;
import dev.fairlead.client.ToolSchemas;
import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Looks for mistakes in the definitions of tools. */
final class ToolLint {
    static final String NAME = "tool definitions";

    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final int MOST = 20;

    private ToolLint() {}

    /** Looks at all of them. */
    static Check check(List<Tool> tools, Map<String, String> leftOut) {
        var mistakes = new ArrayList<String>();
        new TreeMap<>(leftOut).forEach((name, why) -> mistakes.add("'%s' is left out: %s".formatted(name, why)));
        var names = new HashSet<String>();
        for (var tool : tools) {
            if (!names.add(tool.name())) {
                mistakes.add("'%s' is listed twice: only one of them can be called".formatted(tool.name()));
            }
            if (!LEGAL.matcher(tool.name()).matches()) {
                mistakes.add("'%s' is no name that all models take: letters, digits, _ and -, at most 64 of them"
                        .formatted(tool.name()));
            }
            ToolSchemas.problems(tool).forEach(why -> mistakes.add("'%s': %s".formatted(tool.name(), why)));
        }
        if (mistakes.isEmpty()) {
            return Check.ok(NAME, tools.isEmpty() ? "none" : "no mistakes");
        }
        var shown = mistakes.size() <= MOST ? mistakes : mistakes.subList(0, MOST);
        return Check.warning(NAME, Count.of(mistakes.size(), "mistake"), "have whoever makes the server correct them")
                .with(shown);
    }
}
