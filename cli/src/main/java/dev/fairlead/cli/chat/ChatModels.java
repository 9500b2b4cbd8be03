package dev.fairlead.cli.chat;

import dev.fairlead.agent.demo.DemoModel;
import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelException;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.cli.frame.ModelKeys;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.wire.http.HttpEngine;
import org.jspecify.annotations.Nullable;

/** Which model is asked. */
final class ChatModels {
    private static final String DEMO = "demo";

    private final Visit visit;

    ChatModels(Visit visit) {
        this.visit = visit;
    }

    /** Returns the model that was typed, or is configured, or can be asked; the built-in one if there is no other. */
    Model choose(@Nullable String typed) {
        var surroundings = visit.surroundings();
        var configured = new ModelKeys(surroundings, visit::warn);
        var providers = new Providers(HttpEngine.shared(), new Keys(surroundings.environment(), configured));
        var wanted = typed == null ? configured.use().orElse(null) : typed;
        if (wanted != null) {
            return isDemo(wanted) ? new DemoModel() : providers.model(named(providers, wanted));
        }
        var usual = providers.usual();
        if (usual.isPresent()) {
            return providers.model(usual.get());
        }
        visit.warn(
                "there is no key for a model, so the built-in demo answers, which is no language model and knows a few"
                        + " phrases; set a key, such as GEMINI_API_KEY, or name a model with --model (--model demo says"
                        + " this no more)");
        return new DemoModel();
    }

    private static ModelName named(Providers providers, String wanted) {
        try {
            return providers.named(wanted);
        } catch (ModelException unknown) {
            throw new UsageException(unknown.getMessage() + "; or demo, which is built in", unknown);
        }
    }

    private static boolean isDemo(String wanted) {
        return wanted.equals(DEMO) || wanted.equals(DemoModel.NAME.toString());
    }
}
