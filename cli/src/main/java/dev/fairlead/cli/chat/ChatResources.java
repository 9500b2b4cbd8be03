package dev.fairlead.cli.chat;

import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.host.catalog.OfferedResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The resources that a line names with {@code @}. */
final class ChatResources {
    private static final Pattern REFERENCE = Pattern.compile("(?<!\\S)@(\\S+)");
    private static final String TRAILING = ".,;:!?)";

    private final Chat chat;
    private final Visit visit;

    ChatResources(Chat chat, Visit visit) {
        this.chat = chat;
        this.visit = visit;
    }

    /**
     * Returns a line and all that it names; what is no resource is left as it is, and told. Nothing where it is not clear
     * which resource is meant, which is told too: a server must not be read in place of another.
     */
    Optional<List<Part>> with(String line) throws InterruptedException {
        var found = new LinkedHashSet<OfferedResource>();
        for (var typed : references(line)) {
            var meant = find(typed);
            if (meant.size() > 1) {
                visit.warn("resource '%s' is offered more than once; say which one is meant: %s"
                        .formatted(
                                typed,
                                meant.stream()
                                        .map(ChatResources::whole)
                                        .map(Sanitizer::name)
                                        .collect(Collectors.joining(", "))));
                return Optional.empty();
            }
            if (meant.isEmpty() && typed.contains("://")) {
                visit.warn("no server has a resource '%s'; the model is told nothing but its name".formatted(typed));
            }
            found.addAll(meant);
        }
        var parts = new ArrayList<Part>(List.of(Part.Text.of(line)));
        for (var resource : found) {
            var uri = resource.definition().uri();
            var contents = chat.host().read(resource.server(), uri).contents();
            parts.addAll(ResultView.USUAL.resource(
                    resource.server(), uri, contents, chat.model().traits()));
        }
        return Optional.of(parts);
    }

    /** Returns what to type for each among all that there are: with its server, where others have the same URI. */
    static Function<OfferedResource, String> naming(List<OfferedResource> all) {
        var servers = new HashMap<String, Set<String>>();
        all.forEach(resource -> names(resource)
                .forEach(name ->
                        servers.computeIfAbsent(name, one -> new HashSet<>()).add(resource.server())));
        return resource -> {
            var uri = resource.definition().uri();
            return servers.getOrDefault(uri, Set.of()).size() == 1 ? "@" + uri : whole(resource);
        };
    }

    private static String whole(OfferedResource resource) {
        return "@%s:%s".formatted(resource.server(), resource.definition().uri());
    }

    private static List<String> names(OfferedResource resource) {
        var uri = resource.definition().uri();
        return List.of(uri, resource.server() + ":" + uri);
    }

    private static List<String> references(String line) {
        return REFERENCE.matcher(line).results().map(match -> match.group(1)).toList();
    }

    /** Finds what was typed, also with the end of a sentence behind it. */
    private Collection<OfferedResource> find(String typed) {
        var bare = typed;
        while (!bare.isEmpty() && TRAILING.indexOf(bare.charAt(bare.length() - 1)) >= 0) {
            bare = bare.substring(0, bare.length() - 1);
        }
        var shorter = bare;
        return chat.host().catalog().resources().stream()
                .filter(resource ->
                        names(resource).contains(typed) || names(resource).contains(shorter))
                .collect(Collectors.toMap(
                        ChatResources::whole, resource -> resource, (first, again) -> first, LinkedHashMap::new))
                .values();
    }
}
