package dev.fairlead.cli.search;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was found across servers.
 *
 * @param unreachable servers that could not be asked, and why
 * @param failure why there is nothing; null where there is something
 */
public record Hits(
        List<Hit> hits,
        int searched,
        Map<String, Failure> unreachable,
        @Nullable Failure failure) implements Outcome {

    @Override
    public void show(Page page) {
        int width = hits.stream().mapToInt(hit -> hit.server().width()).max().orElse(0);
        for (var hit : hits) {
            page.rich(List.of(hit.heading(width)));
            if (!hit.line().isEmpty()) {
                page.rich(List.of(hit.text()));
            }
        }
        unreachable.forEach(
                (server, why) -> page.remark("server '%s' was not searched: %s".formatted(server, why.message())));
    }

    @Override
    public void tell(ObjectNode document) {
        var list = document.putArray("matches");
        for (var hit : hits) {
            list.addObject()
                    .put("server", hit.item().server())
                    .put("kind", hit.item().kind())
                    .put("name", hit.item().name())
                    .put("signature", hit.item().signature())
                    .put(
                            "title",
                            hit.item().title().isEmpty() ? null : hit.item().title())
                    .put("line", hit.line().isEmpty() ? null : hit.line());
        }
        document.put("searched", searched);
        var failed = document.putArray("unreachable");
        unreachable.forEach((server, why) -> {
            var one = failed.addObject().put("server", server);
            one.set("error", why.toJson());
        });
    }
}
