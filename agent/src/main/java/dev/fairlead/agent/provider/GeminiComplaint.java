package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelException.Kind;
import dev.fairlead.agent.model.ToolSpec;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What Gemini says about something that it turned away. */
final class GeminiComplaint {
    private static final int LONGEST = 4000;
    private static final Pattern DECLARATION = Pattern.compile("function_?[dD]eclarations\\[(\\d{1,4})]");
    private static final Pattern QUOTED = Pattern.compile("[`'\"]([A-Za-z_][A-Za-z0-9_-]{0,63})[`'\"]");
    private static final Pattern TOO_LONG = Pattern.compile(
            "(?i)token count.{0,40}exceeds|exceeds the maximum number of tokens|payload size exceeds", Pattern.DOTALL);
    private static final Pattern SECONDS = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)s");

    private GeminiComplaint() {}

    /** Tells whether an event, or what wraps it, is an error. */
    static boolean isIn(JsonNode json) {
        return error(json).isObject();
    }

    /** Reads what came with a status. */
    static Complaint of(int status, String body, List<ToolSpec> tools) {
        var json = ReplyJson.parse(body);
        if (json != null && isIn(json)) {
            return of(status, json, tools);
        }
        var words = ReplyJson.cut(body.strip(), LONGEST); // of whoever stands in between
        return new Complaint(kind(status, "", words, MissingNode.getInstance()), words, null, null);
    }

    /**
     * Reads an error.
     *
     * @param status for one that names none
     */
    static Complaint of(int status, JsonNode json, List<ToolSpec> tools) {
        var error = error(json);
        int code = error.path("code").isInt() ? error.path("code").intValue() : status;
        var words = ReplyJson.cut(ReplyJson.text(error, "message"), LONGEST);
        var named = ReplyJson.text(error, "status");
        var tool = code == 400 ? tool(words, tools) : null;
        var kind = kind(code, named, words, error.path("details"));
        return new Complaint(
                tool == null || kind != Kind.BAD_REQUEST ? kind : Kind.BAD_TOOL,
                words.isEmpty() ? named : words,
                delay(error.path("details")),
                tool);
    }

    private static JsonNode error(JsonNode json) {
        var one = json.isArray() ? json.path(0) : json;
        return one.isObject() ? one.path("error") : MissingNode.getInstance();
    }

    private static Kind kind(int code, String named, String words, JsonNode details) {
        if (code == 401 || code == 403 || named.equals("UNAUTHENTICATED") || hasReason(details, "API_KEY_INVALID")) {
            return Kind.UNAUTHORIZED; // A key that does not exist is a mere invalid argument here.
        }
        if (code == 413 || (code == 400 && TOO_LONG.matcher(words).find())) {
            return Kind.TOO_LONG;
        }
        return switch (code) {
            case 404 -> Kind.NO_SUCH_MODEL;
            case 429 -> Kind.LIMITED;
            case 408 -> Kind.TOO_SLOW;
            default -> code >= 500 ? Kind.BROKEN : code >= 400 ? Kind.BAD_REQUEST : Kind.BAD_ANSWER;
        };
    }

    private static boolean hasReason(JsonNode details, String reason) {
        for (var detail : details) {
            if (ReplyJson.text(detail, "reason").equals(reason)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String tool(String words, List<ToolSpec> tools) {
        var place = DECLARATION.matcher(words);
        if (place.find()) {
            int index = Integer.parseInt(place.group(1));
            return index < tools.size() ? tools.get(index).name() : null;
        }
        boolean aboutDeclarations = words.contains("unctionDeclaration") || words.contains("unction declaration");
        var names = tools.stream().map(ToolSpec::name).toList();
        return !aboutDeclarations
                ? null
                : QUOTED.matcher(words)
                        .results()
                        .map(quoted -> quoted.group(1))
                        .filter(names::contains)
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable Duration delay(JsonNode details) {
        for (var detail : details) {
            var seconds = SECONDS.matcher(ReplyJson.text(detail, "retryDelay"));
            if (ReplyJson.text(detail, "@type").endsWith("google.rpc.RetryInfo") && seconds.matches()) {
                return Duration.ofNanos(
                        new BigDecimal(seconds.group(1)).movePointRight(9).longValueExact());
            }
        }
        return null;
    }
}
