package dev.fairlead.protocol.rpc;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The one JSON mapper: bounded, exact with numbers, and unforgiving of duplicate members. */
public final class Json {
    // Deep enough for any schema seen in the wild, shallow enough that no recursive reader overflows its stack.
    private static final int MAX_DEPTH = 200;
    private static final int MAX_NUMBER_LENGTH = 100;
    private static final int MAX_NAME_LENGTH = 4 * 1024;

    private Json() {}

    // Created at first use: commands that touch no JSON start faster without it.
    private static final class Holder {
        static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(MAX_DEPTH)
                                .maxNumberLength(MAX_NUMBER_LENGTH)
                                .maxNameLength(MAX_NAME_LENGTH)
                                .maxStringLength(Integer.MAX_VALUE)
                                .build())
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build())
                // Doubles would turn 1e400 into Infinity and lose digits of large decimals.
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    static JsonMapper mapper() {
        return Holder.MAPPER;
    }

    /** Returns a new, empty object. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns a new, empty array. */
    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Turns any object into JSON, by its properties. */
    public static JsonNode tree(Object value) {
        return mapper().valueToTree(value);
    }

    /** Turns JSON into an object of the given type, by its properties. */
    public static <T> T value(JsonNode json, Class<T> type) {
        return mapper().treeToValue(json, type);
    }

    /** Reads one JSON value; throws {@link tools.jackson.core.JacksonException} if the text is not exactly that. */
    public static JsonNode parse(String text) {
        return mapper().readTree(text);
    }

    /** Writes a value as compact JSON. */
    public static String write(JsonNode value) {
        return mapper().writeValueAsString(value);
    }
}
