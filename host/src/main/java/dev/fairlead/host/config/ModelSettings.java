package dev.fairlead.host.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the user's own file says about language models; a host itself uses none.
 *
 * @param use the one to ask where nobody chose, as provider/name; null where that is not said
 * @param keys how the keys of providers are written there, by provider: secret, or a variable that has one
 */
public record ModelSettings(@Nullable String use, Map<String, String> keys) {
    /** Nothing is said. */
    public static final ModelSettings NONE = new ModelSettings(null, Map.of());

    /** Copies the keys. */
    public ModelSettings {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    /** Shows no key. */
    @Override
    public String toString() {
        return "ModelSettings[use=%s, keys of %s]".formatted(use, keys.keySet());
    }
}
