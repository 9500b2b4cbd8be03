package dev.fairlead.agent.tool;

import dev.fairlead.agent.model.SchemaDialect;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a provider takes of JSON Schema. Where a provider documents one thing and is known to turn away another, the
 * narrower of the two counts: one schema that is turned away takes all tools of the request with it.
 *
 * @param keywords that are kept
 * @param formats that are kept; null for all
 * @param typeArrays whether a value can be of one of several types without {@code anyOf}
 * @param anyOfAlone whether nothing may stand beside {@code anyOf}
 * @param stringEnums whether only strings that are not empty can be enumerated
 * @param needsTypes whether each schema should name its type
 * @param lookaround whether patterns may look ahead and behind
 * @param names that properties can have; null for any
 * @param namesBelow whether that holds also below the first level
 * @param depth how deep schemas may lie in one another
 */
record DialectRules(
        Set<String> keywords,
        @Nullable Set<String> formats,
        boolean typeArrays,
        boolean anyOfAlone,
        boolean stringEnums,
        boolean needsTypes,
        boolean lookaround,
        @Nullable Pattern names,
        boolean namesBelow,
        int depth) {

    private static final Set<String> COMMON =
            Set.of("type", "description", "enum", "items", "properties", "required", "anyOf");

    private static final Set<String> GEMINI_ADDS = Set.of(
            "title", "format", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "additionalProperties");

    private static final Set<String> FULL_ADDS = Set.of(
            "title",
            "format",
            "prefixItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "const",
            "default",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly",
            "contentEncoding",
            "contentMediaType");

    private static final Pattern PLAIN_NAMES = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");

    // A list of schemas costs Gemini's wire format six levels of the hundred it can read, so that 16 would be the end.
    private static final DialectRules GEMINI = new DialectRules(
            with(GEMINI_ADDS),
            Set.of("date-time", "int32", "int64", "float", "double"),
            false,
            true,
            true,
            true,
            true,
            PLAIN_NAMES,
            true,
            12);

    private static final DialectRules OPENAI = new DialectRules(
            with(FULL_ADDS),
            Set.of("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"),
            true,
            false,
            false,
            false,
            false,
            null,
            false,
            24);

    private static final DialectRules ANTHROPIC =
            new DialectRules(with(FULL_ADDS), null, true, false, false, false, true, PLAIN_NAMES, false, 24);

    private static final DialectRules OLLAMA =
            new DialectRules(COMMON, Set.of(), true, false, false, true, true, null, false, 24);

    // As narrow as the narrowest of those who are reached by way of another library, which is Gemini.
    private static final DialectRules BASIC =
            new DialectRules(COMMON, Set.of(), false, true, true, true, true, PLAIN_NAMES, true, 12);

    /** Returns the rules of a dialect that has some. */
    static DialectRules of(SchemaDialect dialect) {
        return switch (dialect) {
            case GEMINI -> GEMINI;
            case OPENAI -> OPENAI;
            case ANTHROPIC -> ANTHROPIC;
            case OLLAMA -> OLLAMA;
            case BASIC -> BASIC;
            case PLAIN -> throw new IllegalArgumentException("plain schemas follow no rules");
        };
    }

    private static Set<String> with(Set<String> more) {
        var all = new HashSet<>(COMMON);
        all.addAll(more);
        return Set.copyOf(all);
    }

    boolean keeps(String keyword) {
        return keywords.contains(keyword);
    }

    /** Tells whether a property can have this name. */
    boolean takesName(String name, boolean first) {
        return names == null || (!first && !namesBelow) || names.matcher(name).matches();
    }
}
