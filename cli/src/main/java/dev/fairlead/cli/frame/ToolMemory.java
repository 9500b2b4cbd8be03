package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ShellWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tools that a server had when it was last met, without asking it. Reads nothing but one small file of lines.
 *
 * @param tools in the order in which the server listed them
 */
public record ToolMemory(List<KnownTool> tools) {

    /**
     * A tool.
     *
     * @param about what it does; empty where that is not known
     */
    public record KnownTool(String name, String about, List<KnownArgument> arguments) {}

    /**
     * An argument of a tool.
     *
     * @param values those that it takes; empty where there are others
     */
    public record KnownArgument(String name, List<String> values) {}

    /** Remembers the tools of a server. */
    public static ToolMemory of(Map<String, String> environment, String typed) {
        var tools = new ArrayList<KnownTool>();
        for (var line : new CacheFolder(environment).read(KnownTools.KIND, typed)) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                add(tools, line.substring(0, blank), line.substring(blank + 1));
            }
        }
        return new ToolMemory(tools);
    }

    /** Returns a tool by its name. */
    public Optional<KnownTool> tool(String name) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /** Returns how a server is named here that was typed so; it is the same whichever verb it was typed after. */
    public static String key(String word, List<Path> files) {
        return Url.isAny(word) ? Url.shown(word) : ShellWord.of(word) + ConfigOptions.again(files);
    }

    private static void add(List<KnownTool> tools, String kind, String text) {
        if (kind.equals("tool")) {
            tools.add(new KnownTool(text, "", new ArrayList<>()));
            return;
        }
        if (tools.isEmpty()) {
            return;
        }
        var last = tools.getLast();
        switch (kind) {
            case "about" -> tools.set(tools.size() - 1, new KnownTool(last.name(), text, last.arguments()));
            case "argument" -> last.arguments().add(new KnownArgument(text, new ArrayList<>()));
            case "value" -> {
                if (!last.arguments().isEmpty()) {
                    last.arguments().getLast().values().add(text);
                }
            }
            default -> {} // Of a later version.
        }
    }
}
