package dev.fairlead.console.policy;

import dev.fairlead.agent.provider.ModelPlace;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Grant;
import dev.fairlead.host.trust.StartConsent.Consent;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How things are when somebody asks for the policies.
 *
 * @param servers all that are configured or connected
 * @param decisions what was decided about tools
 * @param models where models are asked over the network, or could be if a keyring has a key
 * @param windows whether this is Windows
 * @param console the folder of the console, which need not be there
 */
public record Standing(
        List<Server> servers,
        List<Decision> decisions,
        List<ModelPlace> models,
        boolean windows,
        Path console,
        Program program) {
    /** Copies the lists. */
    public Standing {
        servers = List.copyOf(servers);
        decisions = List.copyOf(decisions);
        models = List.copyOf(models);
    }

    /** Returns the providers of models for which a keyring may have a key, that was not asked. */
    List<String> unasked() {
        return models.stream()
                .filter(model -> model.key() == ModelPlace.Key.UNASKED)
                .map(ModelPlace::provider)
                .toList();
    }

    /** Tells whether this machine runs Windows. */
    public static boolean isWindows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }

    /**
     * A server.
     *
     * @param consent what was decided about its start; null where nobody is asked, or that could not be found out
     */
    public record Server(ServerConfig config, @Nullable Consent consent) {
        String name() {
            return config.name();
        }

        String place() {
            return config.origin().place();
        }
    }

    /**
     * Something that was decided about a tool, or all tools of a server.
     *
     * @param holds whether it counts now
     */
    public record Decision(Grant grant, boolean holds) {}
}
