package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.Origin.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a file says about language models. */
final class ModelReader {
    /** What can be said of them. */
    static final List<String> OF_MODELS = List.of("use", "keys");

    private static final String MODELS = "models";

    private ModelReader() {}

    static ModelSettings read(@Nullable Located models, Scope scope, Problems problems) {
        if (models == null) {
            return ModelSettings.NONE;
        }
        if (scope != Scope.USER) {
            // Whoever wrote the project decides neither who is paid nor who reads along.
            problems.add(
                    Severity.WARNING, models, null, MODELS, "has no effect in a project; write it into your own file");
            return ModelSettings.NONE;
        }
        if (!models.isObject()) {
            problems.add(Severity.WARNING, models, null, MODELS, "must be an object; it has no effect");
            return ModelSettings.NONE;
        }
        models.members().keySet().stream()
                .filter(name -> !OF_MODELS.contains(name))
                .forEach(name -> problems.add(
                        Severity.NOTE,
                        models.member(name),
                        null,
                        MODELS + "." + name,
                        "is not known and has no effect; there are use and keys"));
        return new ModelSettings(use(models.member("use"), problems), keys(models.member("keys"), problems));
    }

    private static @Nullable String use(@Nullable Located use, Problems problems) {
        if (use == null) {
            return null;
        }
        if (use.kind() != Located.Kind.TEXT || use.text().isBlank()) {
            problems.add(
                    Severity.WARNING,
                    use,
                    null,
                    MODELS + ".use",
                    "must be a text such as gemini/gemini-2.5-pro; it has no effect");
            return null;
        }
        return use.text().strip();
    }

    private static Map<String, String> keys(@Nullable Located keys, Problems problems) {
        var found = new LinkedHashMap<String, String>();
        if (keys == null) {
            return found;
        }
        if (!keys.isObject()) {
            problems.add(
                    Severity.WARNING,
                    keys,
                    null,
                    MODELS + ".keys",
                    "must be an object with a text for each provider; it has no effect");
        }
        keys.members().forEach((provider, key) -> {
            if (key.kind() == Located.Kind.TEXT) {
                found.put(provider, key.text());
            } else {
                problems.add(
                        Severity.WARNING,
                        key,
                        null,
                        MODELS + ".keys." + provider,
                        "must be a text, such as ${keychain:%s}; it has no effect".formatted(provider));
            }
        });
        return found;
    }
}
