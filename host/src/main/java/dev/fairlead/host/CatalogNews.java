package dev.fairlead.host;

import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.event.HostEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What one catalogue has that another one has not. */
final class CatalogNews {
    private CatalogNews() {}

    /** Returns one event for each server whose tools differ. */
    static List<HostEvent> between(Catalog before, Catalog now, Instant at) {
        var old = byServer(before);
        var fresh = byServer(now);
        var servers = new TreeSet<>(old.keySet());
        servers.addAll(fresh.keySet());
        var news = new ArrayList<HostEvent>();
        for (var server : servers) {
            var was = old.getOrDefault(server, Map.of());
            var is = fresh.getOrDefault(server, Map.of());
            if (!was.equals(is)) {
                news.add(new HostEvent.ToolsChanged(
                        at,
                        server,
                        without(is, was),
                        without(was, is),
                        is.keySet().stream()
                                .filter(tool -> was.containsKey(tool) && !Objects.equals(is.get(tool), was.get(tool)))
                                .toList()));
            }
        }
        return news;
    }

    private static List<String> without(Map<String, OfferedTool> some, Map<String, OfferedTool> others) {
        return some.keySet().stream().filter(name -> !others.containsKey(name)).toList();
    }

    private static Map<String, Map<String, OfferedTool>> byServer(Catalog catalog) {
        return catalog.tools().stream()
                .collect(Collectors.groupingBy(
                        OfferedTool::server,
                        Collectors.toMap(OfferedTool::name, Function.identity(), (one, other) -> one, TreeMap::new)));
    }
}
