package dev.fairlead.cli.frame;

import dev.fairlead.agent.provider.Keys;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.ModelSettings;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.SecretSource;
import dev.fairlead.protocol.error.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What the user's own file says about language models, and the keys for them that it, or the system's keychain, has. */
public final class ModelKeys implements Keys.Source {
    /** Another one than that of servers, whose files may ask for what is kept there. */
    static final String SERVICE = "fairlead-models";

    private final Surroundings surroundings;
    private final Consumer<String> warning;
    private final ConfigSearch search;
    private final Path file;
    private final ModelSettings settings;

    /**
     * Reads the file, if there is one.
     *
     * @param warning tells people what is wrong with it
     */
    public ModelKeys(Surroundings surroundings, Consumer<String> warning) {
        this.surroundings = surroundings;
        this.warning = warning;
        this.search = ConfiguredServers.search(surroundings, List.of());
        this.file = search.userFile();
        this.settings = Files.exists(file)
                ? search.read(new ConfigSearch.Place(file, Origin.Scope.USER)).models()
                : ModelSettings.NONE;
    }

    /** Returns the model to ask where nobody chose. */
    public Optional<String> use() {
        return Optional.ofNullable(settings.use());
    }

    @Override
    public Optional<String> key(String provider) {
        return configured(provider).or(() -> kept(provider));
    }

    @Override
    public Optional<Boolean> has(String provider) {
        if (!AskedSecrets.mayHaveKeyring(surroundings)) {
            return Optional.of(key(provider).isPresent());
        }
        var written = settings.keys().get(provider);
        try {
            boolean known = written != null
                    && !value(provider, written, SecretSource.NONE).isBlank();
            return known ? Optional.of(true) : Optional.empty();
        } catch (ConfigurationException unset) {
            return Optional.empty();
        }
    }

    private Optional<String> configured(String provider) {
        var written = settings.keys().get(provider);
        if (written == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(value(provider, written, this::secret)).filter(key -> !key.isBlank());
        } catch (ConfigurationException unset) {
            warning.accept("the key for %s is not usable as %s has it: %s"
                    .formatted(
                            provider,
                            file,
                            unset.variable()
                                    .map("'%s' is not set"::formatted)
                                    .orElse(unset.field() + " cannot be read")));
            return Optional.empty();
        }
    }

    private String value(String provider, String written, SecretSource secrets) {
        return Resolver.of(surroundings.environment(), search.workspace(), ConfiguredServers.home(), secrets)
                .value(file, "models.keys." + provider, written);
    }

    private Optional<String> secret(SecretSource.Kind kind, String id) {
        return kind == SecretSource.Kind.KEYCHAIN ? kept(id) : Optional.empty(); // Nobody is asked for keys.
    }

    private Optional<String> kept(String account) {
        return AskedSecrets.keyring(surroundings).flatMap(keyring -> keyring.read(SERVICE, account));
    }
}
