package dev.fairlead.host;

import dev.fairlead.host.config.ServerConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What has to be done to get from one configuration to another. */
final class Reconfiguration {
    private Reconfiguration() {}

    /** One thing to do. */
    sealed interface Step {
        /** Returns which server it is about. */
        String name();

        /** A server goes. */
        record Remove(String name) implements Step {}

        /** A server comes, or is another one than before. */
        record Add(ServerConfig config) implements Step {
            @Override
            public String name() {
                return config.name();
            }
        }
    }

    /** Returns the steps; a server that both configure alike has none. */
    static List<Step> between(Collection<ServerConfig> now, Collection<ServerConfig> wanted) {
        var goal = wanted.stream()
                .collect(Collectors.toMap(
                        ServerConfig::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));
        var steps = new ArrayList<Step>();
        now.stream()
                .filter(config -> !goal.containsKey(config.name()))
                .forEach(config -> steps.add(new Step.Remove(config.name())));
        goal.values().stream()
                .filter(config -> now.stream().noneMatch(config::sameAs))
                .forEach(config -> steps.add(new Step.Add(config)));
        return List.copyOf(steps);
    }
}
