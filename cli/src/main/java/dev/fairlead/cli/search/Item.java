package dev.fairlead.cli.search;

import dev.fairlead.cli.tool.Signature;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something that a server has, and the texts by which it is found.
 *
 * @param kind {@code tool}, {@code prompt}, {@code resource} or {@code template}
 * @param signature the name, with arguments where it has some
 * @param title empty where it has none
 * @param lines of its description
 * @param others further texts: names of arguments, names beside addresses
 */
public record Item(
        String server,
        String kind,
        String name,
        String signature,
        String title,
        List<String> lines,
        List<String> others) {
    private static final int MOST_LINES = 200;
    private static final int LONGEST_LINE = 2_000;

    static Item of(String server, Tool tool) {
        var arguments = tool.inputSchema().path("properties").properties().stream()
                .map(property -> property.getKey())
                .toList();
        return new Item(
                server,
                "tool",
                tool.name(),
                Signature.of(tool),
                tool.displayName().equals(tool.name()) ? "" : tool.displayName(),
                lines(tool.description()),
                arguments);
    }

    static Item of(String server, Prompt prompt) {
        var arguments = prompt.arguments().stream().map(PromptArgument::name).toList();
        return new Item(
                server,
                "prompt",
                prompt.name(),
                arguments.stream().collect(Collectors.joining(", ", prompt.name() + "(", ")")),
                Objects.requireNonNullElse(prompt.title(), ""),
                lines(prompt.description()),
                arguments);
    }

    static Item of(String server, Resource resource) {
        return new Item(
                server,
                "resource",
                resource.uri(),
                resource.uri(),
                Objects.requireNonNullElse(resource.title(), resource.name()),
                lines(resource.description()),
                List.of(resource.name()));
    }

    static Item of(String server, ResourceTemplate template) {
        return new Item(
                server,
                "template",
                template.uriTemplate(),
                template.uriTemplate(),
                Objects.requireNonNullElse(template.title(), template.name()),
                lines(template.description()),
                List.of(template.name()));
    }

    /** Returns all texts by which it is found. */
    List<String> texts() {
        return Stream.of(List.of(name, title), lines, others)
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> lines(@Nullable String text) {
        var lines = new ArrayList<String>();
        if (text != null) {
            text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .limit(MOST_LINES)
                    .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line)
                    .forEach(lines::add);
        }
        return lines;
    }
}
