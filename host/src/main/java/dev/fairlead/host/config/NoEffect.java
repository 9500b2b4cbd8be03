package dev.fairlead.host.config;

import dev.fairlead.host.config.ConfigProblem.Severity;
import java.util.Map;
import java.util.Set;

/** What to say of fields that are kept and have no effect. */
final class NoEffect {
    /** For people or for other programs; nobody misses an effect. */
    private static final Set<String> REMARKS = Set.of(
            "name",
            "title",
            "displayName",
            "icon",
            "iconPath",
            "tags",
            "metadata",
            "bundled",
            "source",
            "provider",
            "providerUrl",
            "logoUrl",
            "gallery",
            "version",
            "note",
            "notes",
            "comment",
            "_comment",
            "//");

    private static final String SUGGESTION = "suggests approvals, which only you can give; it grants nothing here";
    private static final String SANDBOX = "asks for a sandbox, which is not enforced here";
    private static final String LOGIN = "asks for a way to log in that is not supported here";

    private static final Map<String, String> SUGGESTIONS = Map.of(
            "trust", SUGGESTION,
            "autoApprove", SUGGESTION,
            "alwaysAllow", SUGGESTION,
            "default_tools_approval_mode", SUGGESTION);

    private static final Map<String, String> WARNINGS = Map.of(
            "sandbox", SANDBOX,
            "sandboxEnabled", SANDBOX,
            "authProviderType", LOGIN,
            "targetAudience", LOGIN,
            "targetServiceAccount", LOGIN,
            "enterpriseManaged", LOGIN);

    private NoEffect() {}

    /** Tells whether nothing needs to be said of a field. */
    static boolean isRemark(String field) {
        return REMARKS.contains(field);
    }

    static Severity severity(String path) {
        return WARNINGS.containsKey(last(path)) ? Severity.WARNING : Severity.NOTE;
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    static String reason(String path, Dialect dialect) {
        var field = last(path);
        if (SUGGESTIONS.containsKey(field)) {
            return SUGGESTION;
        }
        var warning = WARNINGS.get(field);
        if (warning != null) {
            return warning;
        }
        if (dialect.own()) {
            return Field.spelled(field)
                    .map(meant -> "is written '%s' here; it has no effect as it is".formatted(meant.id()))
                    .orElse("is not known and has no effect; check the spelling or remove it");
        }
        return "has no effect here; it is kept";
    }
}
