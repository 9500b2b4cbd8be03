package dev.fairlead.cli.chat;

import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.tool.ResultView;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.host.catalog.OfferedResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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

    /** Returns a line and all that it names; what is no resource is left as it is, and told. */
    List<Part> with(String line) throws InterruptedException {
        var parts = new ArrayList<Part>(List.of(Part.Text.of(line)));
        var found = new LinkedHashMap<String, OfferedResource>();
        REFERENCE.matcher(line).results().map(match -> match.group(1)).forEach(typed -> {
            var resource = find(typed);
            if (resource.isPresent()) {
                found.put(resource.get().definition().uri(), resource.get());
            } else if (typed.contains("://")) {
                visit.warn("no server has a resource '%s'; the model is told nothing but its name".formatted(typed));
            }
        });
        for (var resource : found.values()) {
            var uri = resource.definition().uri();
            var contents = chat.host().read(resource.server(), uri).contents();
            parts.addAll(ResultView.USUAL.resource(
                    resource.server(), uri, contents, chat.model().traits()));
        }
        return parts;
    }

    /** Finds what was typed, also with the end of a sentence behind it. */
    private Optional<OfferedResource> find(String typed) {
        var bare = typed;
        while (!bare.isEmpty() && TRAILING.indexOf(bare.charAt(bare.length() - 1)) >= 0) {
            bare = bare.substring(0, bare.length() - 1);
        }
        var shorter = bare;
        var all = chat.host().catalog().resources();
        return all.stream()
                .filter(resource -> resource.definition().uri().equals(typed))
                .findFirst()
                .or(() -> all.stream()
                        .filter(resource -> resource.definition().uri().equals(shorter))
                        .findFirst());
    }
}
