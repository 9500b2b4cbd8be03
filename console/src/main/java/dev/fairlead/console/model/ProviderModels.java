package dev.fairlead.console.model;

import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.provider.ModelPlace;
import dev.fairlead.agent.provider.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        var ready = providers.ready();
        var others = new ArrayList<Choice>();
        configured.ifPresent(name -> {
            var provider = name.contains("/") ? name.substring(0, name.indexOf('/')) : name;
            boolean there = ready.contains(provider);
            others.add(new Choice(name, name, provider, there, there ? null : why(name)));
        });
        for (var provider : providers.names()) {
            var name = providers.named(provider).toString();
            if (others.stream().noneMatch(choice -> choice.id().equals(name))) {
                boolean there = ready.contains(provider);
                others.add(new Choice(name, name, provider, there, there ? null : why(name)));
            }
        }
        return Models.withDemo(others);
    }

    /** Returns why a model cannot be asked. */
    private String why(String name) {
        try {
            var ignored = providers.model(providers.named(name));
            return "Nobody said where it is; set its address.";
        } catch (ModelException missing) {
            return String.valueOf(missing.getMessage());
        }
    }

    @Override
    public List<ModelPlace> places() {
        return providers.places();
    }

    @Override
    public String usual() {
        var ready = all().stream().filter(Choice::ready).map(Choice::id).toList();
        return configured
                .filter(ready::contains)
                .or(() -> providers.usual().map(Object::toString).filter(ready::contains))
                .orElse(DEMO);
    }

    @Override
    public Model model(String id) {
        return id.equals(DEMO) ? new DemoModel() : providers.model(providers.named(id));
    }
}
