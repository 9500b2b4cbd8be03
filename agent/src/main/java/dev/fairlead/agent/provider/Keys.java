package dev.fairlead.agent.provider;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys that providers want to see, and where else than usual they are: from the environment first. */
public final class Keys {
    private final Map<String, String> environment;
    private final Source further;

    /** Another place where keys are kept, such as a configuration or a keyring. */
    @FunctionalInterface
    public interface Source {

        /**
         * Returns the key for a provider, if there is one. Where that cannot be found out, as in a keyring that is locked,
         * it throws whatever says so in words that people may read.
         */
        Optional<String> key(String provider);

        /**
         * Tells whether there is a key for a provider, without asking a keyring, which somebody may have to unlock first;
         * empty where only that could tell.
         */
        default Optional<Boolean> has(String provider) {
            return Optional.of(key(provider).filter(key -> !key.isBlank()).isPresent());
        }
    }

    /** Looks into an environment, and then elsewhere. */
    public Keys(Map<String, String> environment, Source further) {
        this.environment = Map.copyOf(environment);
        this.further = further;
    }

    /** Returns those of the environment of this program alone. */
    public static Keys ofEnvironment() {
        return new Keys(System.getenv(), provider -> Optional.empty());
    }

    /** Shows nothing. */
    @Override
    public String toString() {
        return "Keys[hidden]";
    }

    /** Returns the key for a provider; empty if there is none. */
    String key(Provider provider) {
        return Stream.concat(
                        provider.keyVariables().stream().map(this::variable),
                        Stream.of(provider.name()).map(further::key))
                .flatMap(Optional::stream)
                .map(String::strip)
                .filter(key -> !key.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the same, for one look at many: a place that fails is not asked again, as it may take long to. */
    Keys forOneLook() {
        var failed = new AtomicReference<@Nullable RuntimeException>();
        return new Keys(environment, provider -> {
            var before = failed.get();
            if (before != null) {
                throw before;
            }
            try {
                return further.key(provider);
            } catch (RuntimeException unread) {
                failed.set(unread);
                throw unread;
            }
        });
    }

    /** Tells whether there is a key for a provider; empty where only a keyring could tell, which is not asked. */
    Optional<Boolean> has(Provider provider) {
        return provider.keyVariables().stream().anyMatch(name -> variable(name).isPresent())
                ? Optional.of(true)
                : further.has(provider.name());
    }

    /** Returns the value of a variable that is set to something. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }
}
