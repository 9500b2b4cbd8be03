package dev.fairlead.console.model;

import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.provider.ModelPlace;
import dev.fairlead.agent.provider.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The models that a console can ask. */
public interface Models {
    /** The id of the model that is always there. */
    String DEMO = "demo";

    /**
     * A model to choose.
     *
     * @param id by which it is made
     * @param ready whether it can be asked now
     * @param why not, and what to do; null if it can
     */
    record Choice(
            String id,
            String label,
            String provider,
            boolean ready,
            @Nullable String why) {}

    /** Returns all there are, as they are now. */
    List<Choice> all();

    /** Returns the id of the one that is asked where nobody chose: one of all there are, and ready. */
    String usual();

    /**
     * Makes one.
     *
     * @throws ModelException if there is none of that name, or it cannot be asked
     */
    Model model(String id);

    /** Returns where those are asked that are reached over the network, and could be if a keyring has a key; asks none. */
    default List<ModelPlace> places() {
        return List.of();
    }

    /** Returns those of some providers, and the built-in one. */
    static Models of(Providers providers, Optional<String> configured) {
        return new ProviderModels(providers, configured);
    }

    /** Returns the built-in one alone. */
    static Models demo() {
        return new Models() {
            @Override
            public List<Choice> all() {
                return List.of(demoChoice());
            }

            @Override
            public String usual() {
                return DEMO;
            }

            @Override
            public Model model(String id) {
                if (!id.equals(DEMO)) {
                    throw new ModelException(
                            ModelException.Kind.NOT_CONFIGURED, "there is no model of this name here", null);
                }
                return new DemoModel();
            }
        };
    }

    /** Returns the built-in one as a choice. */
    static Choice demoChoice() {
        return new Choice(DEMO, "Offline demo model", DEMO, true, null);
    }

    /** Returns a list with the built-in one before others. */
    static List<Choice> withDemo(List<Choice> others) {
        var all = new ArrayList<Choice>();
        all.add(demoChoice());
        all.addAll(others);
        return List.copyOf(all);
    }
}
