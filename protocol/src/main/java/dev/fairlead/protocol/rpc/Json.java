package dev.fairlead.protocol.rpc;

import java.io.OutputStream;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
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

/** The one way to read and write JSON: bounded, exact with numbers, and unforgiving of duplicate members. */
public final class Json {
    // Deep enough for any schema seen in the wild, shallow enough that no recursive reader overflows its stack.
    static final int MAX_DEPTH = 200;
    static final int MAX_NUMBER_LENGTH = 100;
    private static final int MAX_NAME_LENGTH = 4 * 1024;
    private static final int FEW = 4;

    private Json() {}

    // Both are created at first use: commands that touch no JSON start faster without them, and most of the others need
    // no mapper.
    private static final class Streams {
        static final JsonFactory FACTORY = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(MAX_NUMBER_LENGTH)
                        .maxNameLength(MAX_NAME_LENGTH)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
    }

    private static final class Mapping {
        static final JsonMapper MAPPER = JsonMapper.builder(Streams.FACTORY)
                // Doubles would turn 1e400 into Infinity and lose digits of large decimals.
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    static JsonMapper mapper() {
        return Mapping.MAPPER;
    }

    static JsonParser parser(byte[] bytes, int start, int length) {
        return Streams.FACTORY.createParser(ObjectReadContext.empty(), bytes, start, length);
    }

    static JsonGenerator generator(OutputStream out) {
        return Streams.FACTORY.createGenerator(ObjectWriteContext.empty(), out);
    }

    /** Returns a new, empty object. */
    public static ObjectNode object() {
        // Most have few members, and a table that is larger from the start costs more than one that grows.
        return new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(FEW));
    }

    /** Returns a new, empty array. */
    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Turns any object into JSON, by its properties. */
    public static JsonNode tree(Object value) {
        return PlainTree.of(value);
    }

    /** Turns JSON into an object of the given type, by its properties. */
    public static <T> T value(JsonNode json, Class<T> type) {
        return mapper().treeToValue(json, type);
    }

    /** Reads one JSON value; throws {@link tools.jackson.core.JacksonException} if the text is not exactly that. */
    public static JsonNode parse(String text) {
        return parse(text, new ValueBudget());
    }

    /**
     * Reads one JSON value that this program wrote itself, however many values are in it: what is kept of many messages may
     * have more of them than any message may.
     */
    public static JsonNode parseOwn(String text) {
        return parse(text, ValueBudget.ofOurOwn());
    }

    private static JsonNode parse(String text, ValueBudget budget) {
        try (var parser = Streams.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return TreeReader.only(parser, budget);
        }
    }

    /** Writes a value as compact JSON. */
    public static String write(JsonNode value) {
        var text = new StringWriter();
        try (var json = Streams.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            TreeWriter.write(json, value);
        }
        return text.toString();
    }
}
