package dev.fairlead.protocol.rpc;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Collects the members of one message as they stream by, and judges in the end what kind of message they make. */
final class Envelope {
    private boolean versioned;
    private boolean hasId;
    private boolean called;
    private @Nullable RequestId id;
    private @Nullable String method;
    private @Nullable JsonNode params;
    private @Nullable JsonNode result;
    private @Nullable JsonNode error;
    private @Nullable String problem;
    private int namesPassed;

    /** Reads up to the end of the object that the parser has just entered. */
    Message read(JsonParser parser, ValueBudget budget, Supplier<String> excerpt) {
        int left = budget.left();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            namePassed(parser);
            var name = parser.currentName();
            var value = parser.nextToken();
            switch (name) {
                case "jsonrpc" -> {
                    versioned = value == JsonToken.VALUE_STRING && "2.0".equals(parser.getString());
                    pass(parser);
                }
                case "id" -> id(parser, value);
                case "method" -> method(parser, value);
                case "params" -> params = value(parser, budget);
                case "result" -> result = value(parser, budget);
                case "error" -> error = value(parser, budget);
                default -> pass(parser);
            }
        }
        var message = judge();
        if (message != null) {
            return message;
        }
        budget.takeBackTo(left);
        return malformed(excerpt.get());
    }

    /** Reads a value, or passes over one beyond the budget: whose message it is may follow, and in a batch others do. */
    private JsonNode value(JsonParser parser, ValueBudget budget) {
        int outside = outside(parser);
        try {
            return new TreeReader(parser, budget).value();
        } catch (ValueBudget.ExceededException beyond) {
            problem = beyond.getOriginalMessage();
        }
        passUpTo(parser, outside);
        return JsonNodeFactory.instance.nullNode();
    }

    /** Passes over the value whose first token is the current one. */
    void pass(JsonParser parser) {
        passUpTo(parser, outside(parser));
    }

    private static int outside(JsonParser parser) {
        int inside = parser.streamReadContext().getNestingDepth();
        return parser.currentToken().isStructStart() ? inside - 1 : inside;
    }

    private void passUpTo(JsonParser parser, int outside) {
        while (parser.streamReadContext().getNestingDepth() > outside) {
            if (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                namePassed(parser);
            }
        }
    }

    /** Counts a name: as none may come twice, the parser keeps those of objects that are open, also where nobody reads them. */
    private void namePassed(JsonParser parser) {
        ValueBudget.require(++namesPassed <= ValueBudget.MOST, parser);
    }

    /** Takes all members at once; null where they make no message, which is to be read again to say why. */
    @Nullable
    Message read(ObjectNode members) {
        versioned = members.path("jsonrpc").stringValue("").equals("2.0");
        var id = members.get("id");
        var method = members.get("method");
        if ((id != null && !id.isString() && !id.isInt() && !id.isLong()) || (method != null && !method.isString())) {
            return null;
        }
        hasId = id != null;
        if (id != null) {
            this.id = id.isString() ? RequestId.of(id.stringValue()) : RequestId.of(id.longValue());
        }
        this.method = method == null ? null : method.stringValue();
        params = members.get("params");
        result = members.get("result");
        error = members.get("error");
        return judge();
    }

    private Message malformed(String excerpt) {
        boolean asks = called && result == null && error == null;
        return new Message.Malformed(id, asks, problem == null ? "unreadable" : problem, excerpt);
    }

    private void id(JsonParser parser, JsonToken value) {
        hasId = true;
        switch (value) {
            case VALUE_STRING -> id = RequestId.of(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                id = isSmall(parser) ? RequestId.of(parser.getLongValue()) : integral(parser.getString());
                if (id == null) {
                    problem = "its id is no integer";
                }
            }
            case VALUE_NULL -> {}
            default -> {
                pass(parser);
                problem = "its id is neither string nor integer";
            }
        }
    }

    private static boolean isSmall(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    /** Reads 7, 7.0 and 7e0 alike, as JSON does not distinguish them. */
    static @Nullable RequestId integral(String number) {
        try {
            return RequestId.of(new java.math.BigDecimal(number).longValueExact());
        } catch (ArithmeticException | NumberFormatException notIntegral) {
            return null;
        }
    }

    private void method(JsonParser parser, JsonToken value) {
        called = true;
        if (value == JsonToken.VALUE_STRING) {
            method = parser.getString();
        } else {
            pass(parser);
            problem = "its method is no string";
        }
    }

    private @Nullable Message judge() {
        if (problem == null && !versioned) {
            problem = "it does not say jsonrpc 2.0";
        }
        if (problem != null) {
            return null;
        }
        return method != null ? call(method) : response();
    }

    private @Nullable Message call(String method) {
        if (result != null || error != null) {
            problem = "it is both a request and a response";
            return null;
        }
        if (params != null && !params.isObject() && !params.isNull()) {
            problem = "its params are no object";
            return null;
        }
        var object = params instanceof ObjectNode known ? known : null;
        if (!hasId) {
            return new Notification(method, object);
        }
        if (id == null) {
            problem = "its id is null";
            return null;
        }
        return new Request(id, method, object);
    }

    private @Nullable Message response() {
        // Some writers always emit both members, and the one that does not apply is null.
        boolean failed = error != null && !(error.isNull() && result != null);
        if (failed && result != null && !result.isNull()) {
            problem = "it has both a result and an error";
            return null;
        }
        if (failed && error != null) {
            return failure(error);
        }
        if (result == null) {
            problem = "it has neither method, result nor error";
            return null;
        }
        if (id == null) {
            problem = "a result without an id";
            return null;
        }
        return new Response.Result(id, result);
    }

    private @Nullable Message failure(JsonNode error) {
        var code = error.get("code");
        if (code == null || !code.isNumber() || !code.canConvertToInt()) {
            problem = "its error has no integer code";
            return null;
        }
        var message = error.path("message");
        return new Response.Failure(
                id, new RpcError(code.intValue(), message.isString() ? message.stringValue() : "", error.get("data")));
    }
}
