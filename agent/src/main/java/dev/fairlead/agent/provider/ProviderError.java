package dev.fairlead.agent.provider;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * What a provider says went wrong.
 *
 * @param words for people, as they came but for their length
 * @param code for programs: its type, its code and the parameter that it is about, as far as they are given
 * @param status as in HTTP, where the error itself has one; else 0
 */
record ProviderError(String words, String code, int status) {
    private static final int LONGEST = 4_000;
    private static final List<String> CODES = List.of("type", "code", "status", "param");

    /** Reads the body of an answer, however little sense it makes. */
    static ProviderError of(String body) {
        JsonNode json = ReplyJson.parse(body);
        return json == null || !json.isContainer()
                ? new ProviderError(ReplyJson.cut(body.strip(), LONGEST), "", 0)
                : of(json);
    }

    /** Reads an error, or something that contains one. */
    static ProviderError of(JsonNode json) {
        JsonNode outer = json.isArray() && !json.isEmpty() ? json.path(0) : json;
        JsonNode error = outer.path("error");
        if (error.isString()) {
            return new ProviderError(ReplyJson.cut(error.stringValue(), LONGEST), code(outer), status(outer));
        }
        JsonNode inner = error.isObject() ? error : outer;
        String words = ReplyJson.text(inner, List.of("message", "detail", "msg", "error_description"));
        // A gateway tells what the provider behind it said apart from its own words.
        String behind = ReplyJson.text(inner.path("metadata"), "raw");
        String said = words.isEmpty() ? list(inner.path("detail")) : words;
        String all = behind.isEmpty() ? said : said + ": " + behind;
        return new ProviderError(
                ReplyJson.cut(all.isBlank() ? Json.write(json) : all, LONGEST), code(inner), status(inner));
    }

    private static String list(JsonNode details) {
        return StreamSupport.stream(details.spliterator(), false)
                .map(detail -> path(detail.path("loc")) + ReplyJson.text(detail, "msg"))
                .collect(Collectors.joining("; "));
    }

    private static String path(JsonNode place) {
        var names = StreamSupport.stream(place.spliterator(), false)
                .map(name -> name.asString(""))
                .collect(Collectors.joining("."));
        return names.isEmpty() ? "" : names + ": ";
    }

    private static String code(JsonNode error) {
        return CODES.stream()
                .map(name -> ReplyJson.text(error, name))
                .filter(text -> !text.isEmpty())
                .map(ReplyJson::excerpt)
                .collect(Collectors.joining(" "));
    }

    private static int status(JsonNode error) {
        int code = ReplyJson.index(error, "code");
        return code >= 400 && code < 600 ? code : 0;
    }
}
