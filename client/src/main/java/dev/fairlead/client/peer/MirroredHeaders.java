package dev.fairlead.client.peer;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.wire.Headers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a request of the modern era repeats in headers, for those on the way who do not read its body. */
public final class MirroredHeaders {
    private static final String VERSION = "MCP-Protocol-Version";
    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";
    private static final String TOOL_CALL = "tools/call";

    private MirroredHeaders() {}

    /**
     * Returns the headers of a request. Which arguments are repeated, the schema of the tool says, if it is known;
     * throws {@link IllegalArgumentException} if {@link #unfit} has anything against them.
     */
    public static Headers of(
            ProtocolVersion version, String method, ObjectNode params, @Nullable JsonNode inputSchema) {
        return of(version.id(), method, params, inputSchema);
    }

    /** Does the same for a revision that is perhaps not known here. */
    public static Headers of(String version, String method, ObjectNode params, @Nullable JsonNode inputSchema) {
        var headers = new LinkedHashMap<String, String>();
        headers.put(VERSION, HeaderValue.of(version));
        headers.put(METHOD, HeaderValue.of(method));
        var name = name(method, params);
        if (name != null) {
            headers.put(NAME, HeaderValue.of(name));
        }
        for (var parameter : parameters(method, inputSchema)) {
            var value = parameter.in(params.get("arguments"));
            if (value != null) {
                var text = MirroredParameter.text(value)
                        .orElseThrow(() -> new IllegalArgumentException(parameter.refusal(value)));
                headers.put(parameter.header(), HeaderValue.of(text));
            }
        }
        return Headers.of(headers);
    }

    /** Lists what is wrong with the arguments of a request that has to repeat them; it must not be sent then. */
    public static List<String> unfit(String method, ObjectNode params, @Nullable JsonNode inputSchema) {
        var problems = new ArrayList<String>();
        for (var parameter : parameters(method, inputSchema)) {
            var value = parameter.in(params.get("arguments"));
            if (value != null && MirroredParameter.text(value).isEmpty()) {
                problems.add(parameter.refusal(value));
            }
        }
        return problems;
    }

    /** Says why a tool with this schema cannot be used over HTTP. */
    public static Optional<String> problem(JsonNode inputSchema) {
        return MirroredParameters.of(inputSchema).problem();
    }

    /** Tells whether any argument of such a request is repeated. */
    static boolean repeatsArguments(String method, @Nullable JsonNode inputSchema) {
        return !parameters(method, inputSchema).isEmpty();
    }

    /** Returns the name, or what stands for it, of what a request is about. */
    static @Nullable String name(String method, ObjectNode params) {
        var name = switch (method) {
            case TOOL_CALL, "prompts/get" -> params.get("name");
            case "resources/read" -> params.get("uri");
            case "tasks/get", "tasks/update", "tasks/cancel" -> params.get("taskId");
            default -> null;
        };
        return name != null && name.isString() ? name.stringValue() : null;
    }

    private static List<MirroredParameter> parameters(String method, @Nullable JsonNode inputSchema) {
        return inputSchema == null || !method.equals(TOOL_CALL)
                ? List.of()
                : MirroredParameters.of(inputSchema).valid();
    }
}
