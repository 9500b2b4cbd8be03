package dev.fairlead.client.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.path.NodePath;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.JsonNode;

/**
 * The words of a {@link Problem}.
 *
 * <p>They come from the schema alone: the value may be a secret, so of it only the kind, the size and the member names are
 * told. The library's own messages are not used, because some repeat the value.
 */
final class ProblemText {

    private static final int MAX_QUOTE = 120;
    private static final int MAX_WHERE = 200;
    private static final int MAX_REASON = 400;

    private ProblemText() {}

    /** Makes an error of one of our own keywords. */
    static Error error(ExecutionContext context, String keyword, NodePath where, String what) {
        return Error.builder()
                .keyword(keyword)
                .messageKey(keyword)
                .instanceLocation(where)
                .evaluationPath(context.getEvaluationPath())
                .messageSupplier(() -> what)
                .build();
    }

    /** Puts an error into words. */
    static Problem describe(Error error) {
        NodePath where = error.getInstanceLocation();
        return new Problem(shorten((where == null ? "" : where.toString()) + missing(error), MAX_WHERE), what(error));
    }

    /** What is missing is told where it should be, as a person looks for it there. */
    private static String missing(Error error) {
        Object[] arguments = error.getArguments();
        boolean isMissing = "required".equals(error.getKeyword()) || "dependentRequired".equals(error.getKeyword());
        return isMissing && arguments != null && arguments.length > 0
                ? "/" + String.valueOf(arguments[0]).replace("~", "~0").replace("/", "~1")
                : "";
    }

    private static String what(Error error) {
        String keyword = error.getKeyword() == null ? "schema" : error.getKeyword();
        return switch (keyword) {
            case "minimum",
                    "maximum",
                    "exclusiveMinimum",
                    "exclusiveMaximum",
                    "multipleOf",
                    "enum",
                    "const",
                    "uniqueItems" -> error.getMessage();
            case "type", "unionType" -> "is " + argument(error, 0) + ", must be " + argument(error, 1);
            case "required" -> "is missing";
            case "dependentRequired" -> "is missing, and required beside " + argument(error, 1);
            case "additionalProperties", "unevaluatedProperties" ->
                "has the member " + argument(error, 0) + ", which is not allowed";
            case "propertyNames" -> "has the member " + argument(error, 0) + ", whose name is not allowed";
            case "additionalItems", "items", "unevaluatedItems" ->
                "has an item at index " + argument(error, 0) + ", which is not allowed";
            case "minLength" -> "must have at least " + argument(error, 0) + " characters";
            case "maxLength" -> "must have at most " + argument(error, 0) + " characters";
            case "minItems" -> "must have at least " + argument(error, 0) + " items";
            case "maxItems" -> "must have at most " + argument(error, 0) + " items";
            case "minProperties" -> "must have at least " + argument(error, 0) + " members";
            case "maxProperties" -> "must have at most " + argument(error, 0) + " members";
            case "pattern" -> "must match the pattern " + argument(error, 0);
            case "oneOf" -> "must fit exactly one of the alternatives, but fits " + argument(error, 0);
            case "anyOf" -> "must fit one of the alternatives";
            case "contains", "minContains" -> "has too few items of the kind that it must contain";
            case "maxContains" -> "has too many items of the kind that it may contain";
            case "not" -> "fits a schema that it must not fit";
            case "false" -> "is not allowed here";
            default -> "does not satisfy the keyword " + shorten(keyword);
        };
    }

    private static String argument(Error error, int index) {
        Object[] arguments = error.getArguments();
        return arguments != null && index < arguments.length ? shorten(String.valueOf(arguments[index])) : "?";
    }

    /** Quotes a part of the schema, shortened. */
    static String quote(JsonNode node) {
        if (node.isArray() && node.size() > MAX_QUOTE) {
            return node.size() + " values";
        }
        return shorten(Json.write(node));
    }

    /** Cuts a text to the length of a quotation, and escapes what could drive a terminal. */
    static String shorten(String text) {
        return shorten(text, MAX_QUOTE);
    }

    /** Puts into words why the library refused something. */
    static String reason(RuntimeException refused) {
        Throwable cause = refused;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : shorten(message, MAX_REASON);
    }

    private static String shorten(String text, int max) {
        return Excerpt.of(text, max);
    }
}
