package dev.fairlead.console.web;

import dev.fairlead.protocol.rpc.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A request that is not carried out, told in words for a person and in a code for the page. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final transient ObjectNode more = Json.object();

    /** Refuses with an HTTP status, a code, and words. */
    public Refusal(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** Refuses what is asked for because a field of it is not as it has to be. */
    public static Refusal field(String field, String message) {
        return new Refusal(400, "bad-field", "Request refused: field '%s' %s.".formatted(field, message)).in(field);
    }

    /** Refuses because there is no such thing. */
    public static Refusal missing(String code, String message) {
        return new Refusal(404, code, message);
    }

    /** Names the field that is at fault. */
    public Refusal in(String field) {
        more.put("field", field);
        return this;
    }

    /** Says what to do about it. */
    public Refusal hint(String words) {
        more.put("hint", words);
        return this;
    }

    /** Adds what the page needs beside the words. */
    public Refusal with(String name, JsonNode value) {
        more.set(name, value);
        return this;
    }

    int status() {
        return status;
    }

    /** Returns the code. */
    public String code() {
        return code;
    }

    /** Returns what the page is told. */
    public ObjectNode toJson() {
        var error = Json.object().put("code", code).put("message", String.valueOf(getMessage()));
        for (Map.Entry<String, JsonNode> member : more.properties()) {
            error.set(member.getKey(), member.getValue());
        }
        var json = Json.object();
        json.set("error", error);
        return json;
    }

    /** Returns an error that is ours. */
    static ObjectNode internal(@Nullable String what) {
        var json = Json.object();
        json.putObject("error")
                .put("code", "internal")
                .put("message", what == null ? "Something went wrong here; the log of the console says what." : what);
        return json;
    }
}
