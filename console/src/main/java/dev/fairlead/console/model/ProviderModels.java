package dev.fairlead.console.model;

import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.provider.ModelPlace;
import dev.fairlead.agent.provider.Providers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The usual model of each provider, the configured one, and the built-in one. */
final class ProviderModels implements Models {
    private final Providers providers;
    private final Optional<String> configured;

    ProviderModels(Providers providers, Optional<String> configured) {
        this.providers = providers;
        // The name of a provider alone stands for its usual model.
        this.configured = configured
                .filter(name -> !name.equals(DEMO))
                .map(name ->
                        providers.names().contains(name) ? providers.named(name).toString() : name);
    }

    @Override
    public List<Choice> all() {
        var names = Stream.concat(
                        configured.stream(),
                        providers.names().stream()
                                .map(provider -> providers.named(provider).toString()))
                .distinct()
                .toList();
        var obstacles = providers.obstacles(names);
        return Models.withDemo(names.stream()
                .map(name -> new Choice(name, name, provider(name), !obstacles.containsKey(name), obstacles.get(name)))
                .toList());
    }

    private static String provider(String name) {
        return name.contains("/") ? name.substring(0, name.indexOf('/')) : name;
    }

    @Override
    public List<ModelPlace> places() {
        return providers.places();
    }

    /** The configured one comes first, and then that of the first provider. */
    @Override
    public String usual() {
        return all().stream()
                .filter(choice -> choice.ready() && !choice.id().equals(DEMO))
                .map(Choice::id)
                .findFirst()
                .orElse(DEMO);
    }

    @Override
    public Model model(String id) {
        return id.equals(DEMO) ? new DemoModel() : providers.model(providers.named(id));
    }
}
