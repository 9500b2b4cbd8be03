package dev.fairlead.cli.codegen;

/** Writes the class that reads and writes JSON for the other generated ones; nothing of it comes from a server. */
final class JsonText {
    private static final String HEAD = """
        /** The JSON of {@link $CLIENT$}. */
        final class $NAME$ {
            private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

            private $NAME$() {}
        """;

    private static final String WRITING = """

            static ObjectNode object() {
                return NODES.objectNode();
            }

            static JsonNode stringNode(String value) {
                return NODES.stringNode(value);
            }

            static JsonNode integerNode(long value) {
                return NODES.numberNode(value);
            }

            static JsonNode bigIntegerNode(BigInteger value) {
                return NODES.numberNode(value);
            }

            static JsonNode numberNode(double value) {
                if (!Double.isFinite(value)) {
                    throw new IllegalArgumentException("JSON has no number " + value);
                }
                return NODES.numberNode(value);
            }

            static JsonNode boolNode(boolean value) {
                return NODES.booleanNode(value);
            }

            static JsonNode anyNode(JsonNode value) {
                return value;
            }

            static <T> JsonNode listNode(List<T> values, Function<T, JsonNode> element) {
                var json = NODES.arrayNode();
                values.forEach(value -> json.add(element.apply(value)));
                return json;
            }

            static <T> JsonNode mapNode(Map<String, T> values, Function<T, JsonNode> member) {
                var json = NODES.objectNode();
                values.forEach((name, value) -> json.set(name, member.apply(value)));
                return json;
            }

            static <T> JsonNode maybeNode(Optional<T> value, Function<T, JsonNode> present) {
                return value.map(present).orElseGet(() -> NODES.nullNode());
            }

            static <T> void put(ObjectNode json, String name, Optional<T> value, Function<T, JsonNode> present) {
                value.ifPresent(one -> json.set(name, present.apply(one)));
            }

            static <T> Map<String, T> copy(Map<String, T> values) {
                return Collections.unmodifiableMap(new LinkedHashMap<>(values));
            }
        """;

    private static final String READING = """

            static <T> T result(String tool, ToolResult result, Function<JsonNode, T> reader) {
                if (result.isError()) {
                    throw new $CLIENT$.ToolFailedException(tool + " failed: " + result.text(), result);
                }
                try {
                    return reader.apply(result.structuredContent().orElseThrow(() -> expected("structured content")));
                } catch (IllegalArgumentException unreadable) {
                    var message = tool + " answered something other than it promised: " + unreadable.getMessage();
                    var failed = new $CLIENT$.ToolFailedException(message, result);
                        failed.initCause(unreadable);
                        throw failed;
                }
            }

            static <T> T required(JsonNode json, String name, Function<JsonNode, T> reader) {
                var value = member(json, name);
                if (value.isMissingNode()) {
                    throw new IllegalArgumentException(name + " is missing");
                }
                return at(name, value, reader);
            }

            static <T> Optional<T> optional(JsonNode json, String name, Function<JsonNode, T> reader) {
                var value = member(json, name);
                return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(at(name, value, reader));
            }

            static String string(JsonNode json) {
                if (!json.isString()) {
                    throw expected("a string");
                }
                return json.stringValue();
            }

            static long integer(JsonNode json) {
                if (!json.isNumber()) {
                    throw expected("an integer");
                }
                try {
                    return json.decimalValue().longValueExact();
                } catch (ArithmeticException inexact) {
                    throw new IllegalArgumentException("expected an integer of 64 bits", inexact);
                }
            }

            static BigInteger bigInteger(JsonNode json) {
                if (!json.isNumber() || Math.abs((long) json.decimalValue().scale()) > 1_000) {
                    throw expected("an integer of sensible size");
                }
                try {
                    return json.decimalValue().toBigIntegerExact();
                } catch (ArithmeticException inexact) {
                    throw new IllegalArgumentException("expected an integer", inexact);
                }
            }

            static double number(JsonNode json) {
                double value = json.isNumber() ? json.decimalValue().doubleValue() : Double.NaN;
                if (!Double.isFinite(value)) {
                    throw expected("a number of 64 bits");
                }
                return value;
            }

            static boolean bool(JsonNode json) {
                if (!json.isBoolean()) {
                    throw expected("true or false");
                }
                return json.booleanValue();
            }

            static JsonNode any(JsonNode json) {
                return json;
            }
        """;

    private static final String READING_MANY = """

            static <T> List<T> list(JsonNode json, Function<JsonNode, T> element) {
                if (!json.isArray()) {
                    throw expected("an array");
                }
                var values = new ArrayList<T>();
                json.values().forEach(value -> values.add(element.apply(value)));
                return values;
            }

            static <T> Map<String, T> map(JsonNode json, Function<JsonNode, T> member) {
                if (!json.isObject()) {
                    throw expected("an object");
                }
                var values = new LinkedHashMap<String, T>();
                json.properties().forEach(one -> values.put(one.getKey(), at(one.getKey(), one.getValue(), member)));
                return values;
            }

            static <T> Optional<T> maybe(JsonNode json, Function<JsonNode, T> reader) {
                return json.isNull() ? Optional.empty() : Optional.of(reader.apply(json));
            }

            static <E> E choice(JsonNode json, E[] values, Function<E, String> wireName) {
                for (var value : values) {
                    if (json.isString() && wireName.apply(value).equals(json.stringValue())) {
                        return value;
                    }
                }
                throw expected("one of the known values");
            }

            private static JsonNode member(JsonNode json, String name) {
                if (!json.isObject()) {
                    throw expected("an object");
                }
                return json.path(name);
            }

            private static <T> T at(String name, JsonNode value, Function<JsonNode, T> reader) {
                try {
                    return reader.apply(value);
                } catch (IllegalArgumentException unreadable) {
                    throw new IllegalArgumentException(name + ": " + unreadable.getMessage(), unreadable);
                }
            }

            private static IllegalArgumentException expected(String what) {
                return new IllegalArgumentException("expected " + what);
            }
        }
        """;

    private JsonText() {}

    static String of(Settings settings) {
        var body = (HEAD + WRITING + READING + READING_MANY)
                .replace("$CLIENT$", settings.className())
                .replace("$NAME$", settings.jsonName());
        return Imports.before(settings.packageName(), body);
    }
}
