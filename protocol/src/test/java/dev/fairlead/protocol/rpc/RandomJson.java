package dev.fairlead.protocol.rpc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Random values and messages, the same for the same random numbers. */
final class RandomJson {
    private static final List<String> TEMPTING = List.of(
            "id",
            "\"id\":7,",
            "method",
            "result",
            "error",
            "params",
            "jsonrpc",
            "}",
            "{",
            "]",
            "\\",
            "\\\"",
            "\n",
            "\r",
            "\u0000",
            "\u2028",
            "\ufeff",
            "é",
            "€",
            "😀",
            "\u202e",
            " ",
            "",
            "0",
            "7");

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    Message message() {
        return switch (random.nextInt(4)) {
            case 0 -> new Request(id(), text(), params());
            case 1 -> new Notification(text(), params());
            case 2 -> new Response.Result(id(), value(4));
            default ->
                new Response.Failure(
                        random.nextInt(5) == 0 ? null : id(),
                        new RpcError(random.nextInt(), text(), random.nextBoolean() ? null : notNull()));
        };
    }

    RequestId id() {
        return switch (random.nextInt(5)) {
            case 0 -> RequestId.of(random.nextLong());
            case 1 -> RequestId.of(random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
            case 2 -> RequestId.of(random.nextInt(100));
            default -> RequestId.of(text());
        };
    }

    String text() {
        return IntStream.range(0, random.nextInt(6))
                .mapToObj(i -> random.nextInt(3) == 0 ? anyPoint() : pick(TEMPTING))
                .collect(Collectors.joining());
    }

    /** Returns a value as it comes from the parser, which picks the narrowest kind of number. */
    JsonNode value(int depth) {
        return Json.parse(Json.write(wideValue(depth)));
    }

    private JsonNode wideValue(int depth) {
        var nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.booleanNode(random.nextBoolean());
            case 2 -> nodes.numberNode(new BigInteger(random.nextInt(1, 300), random));
            case 3 ->
                nodes.numberNode(new BigDecimal(
                        new BigInteger(random.nextInt(1, 90), random).negate(), random.nextInt(-500, 500)));
            case 4 -> nodes.numberNode(new BigDecimal("0.10"));
            case 5, 6 -> nodes.stringNode(text());
            case 7 -> wideObject(depth - 1);
            default -> {
                var array = nodes.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(wideValue(depth - 1));
                }
                yield array;
            }
        };
    }

    ObjectNode object(int depth) {
        return (ObjectNode) Json.parse(Json.write(wideObject(depth)));
    }

    private ObjectNode wideObject(int depth) {
        var object = Json.object();
        for (int i = random.nextInt(5); i > 0; i--) {
            object.set(text(), wideValue(depth));
        }
        return object;
    }

    /** Returns a value nested as deep as is allowed inside the member of a message. */
    JsonNode deep(int levels) {
        JsonNode value = value(0);
        for (int i = 0; i < levels; i++) {
            value = random.nextBoolean()
                    ? JsonNodeFactory.instance.arrayNode().add(value)
                    : Json.object().set("id", value);
        }
        return value;
    }

    <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private @Nullable ObjectNode params() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> null;
            case 2 -> Json.object().set("deep", deep(150));
            default -> object(4);
        };
    }

    private JsonNode notNull() {
        return object(3);
    }

    private String anyPoint() {
        int point = random.nextInt(Character.MAX_CODE_POINT + 1);
        boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return Character.toString(half ? 'x' : point);
    }
}
