package dev.fairlead.testkit;

import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.Resource;
import dev.fairlead.protocol.ResourceTemplate;
import dev.fairlead.protocol.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a server has to offer at the moment, in the order in which it was added. */
final class Catalogue {
    record ServedTool(Tool tool, ToolHandler handler) {}

    record ServedPrompt(Prompt prompt, PromptHandler handler) {}

    record ServedResource(Resource resource, ResourceReader reader) {}

    record ServedTemplate(ResourceTemplate template, Pattern matching, ResourceReader reader) {}

    private static final Pattern EXPRESSION = Pattern.compile("\\{[^}]*}");

    private final List<ServedTool> tools = new CopyOnWriteArrayList<>();
    private final List<ServedPrompt> prompts = new CopyOnWriteArrayList<>();
    private final List<ServedResource> resources = new CopyOnWriteArrayList<>();
    private final List<ServedTemplate> templates = new CopyOnWriteArrayList<>();
    private volatile @Nullable Completer completer;

    List<ServedTool> tools() {
        return tools;
    }

    List<ServedPrompt> prompts() {
        return prompts;
    }

    List<ServedResource> resources() {
        return resources;
    }

    List<ServedTemplate> templates() {
        return templates;
    }

    @Nullable
    Completer completer() {
        return completer;
    }

    void completer(Completer given) {
        completer = given;
    }

    void template(ResourceTemplate template, ResourceReader reader) {
        templates.add(new ServedTemplate(template, matching(template.uriTemplate()), reader));
    }

    Optional<ServedTool> tool(String name) {
        return tools.stream().filter(one -> one.tool().name().equals(name)).findFirst();
    }

    Optional<ServedPrompt> prompt(String name) {
        return prompts.stream().filter(one -> one.prompt().name().equals(name)).findFirst();
    }

    /** Finds who can read a resource: itself, or else the first template that its URI fits. */
    Optional<ResourceReader> reader(String uri) {
        var readers = new ArrayList<ResourceReader>();
        resources.stream().filter(one -> one.resource().uri().equals(uri)).forEach(one -> readers.add(one.reader()));
        templates.stream()
                .filter(one -> one.matching().matcher(uri).matches())
                .forEach(one -> readers.add(one.reader()));
        return readers.stream().findFirst();
    }

    private static Pattern matching(String template) {
        var regex = new StringBuilder();
        var expressions = EXPRESSION.matcher(template);
        int at = 0;
        while (expressions.find()) {
            regex.append(Pattern.quote(template.substring(at, expressions.start())))
                    .append("[^/]+");
            at = expressions.end();
        }
        return Pattern.compile(regex + Pattern.quote(template.substring(at)));
    }
}
