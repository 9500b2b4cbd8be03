package dev.fairlead.testkit;

import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.http.RecordedRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The headers of the modern era that repeat what the body says. */
final class HeaderMirror {
    private static final String PREFIX = "Mcp-Param-";
    private static final String OPEN = "=?base64?";
    private static final String CLOSE = "?=";

    private final FakeServer server;
    private final HttpChecks checks;

    HeaderMirror(FakeServer server, HttpChecks checks) {
        this.server = server;
        this.checks = checks;
    }

    /** Returns what is wrong with the headers of a request, or null; complains of what a client can know. */
    @Nullable
    String mismatch(RecordedRequest request, Request message) {
        var params = message.params() == null ? Json.object() : message.params();
        var version = params.path("_meta").path(MetaKey.PROTOCOL_VERSION).stringValue("");
        var problem = differs(request, HttpChecks.VERSION, version);
        problem = problem != null ? problem : differs(request, "Mcp-Method", message.method());
        var name = name(message, params);
        if (name != null) {
            problem = problem != null ? problem : differs(request, "Mcp-Name", name);
        } else if (request.has("Mcp-Name")) {
            checks.complain(request, "has a name where there is none");
        }
        if (problem != null) {
            checks.complain(request, problem);
            return problem;
        }
        return message.method().equals("tools/call") ? parameters(request, params) : null;
    }

    private static @Nullable String name(Request message, JsonNode params) {
        return switch (message.method()) {
            case "tools/call", "prompts/get" -> params.path("name").stringValue("");
            case "resources/read" -> params.path("uri").stringValue("");
            case "tasks/get", "tasks/update", "tasks/cancel" ->
                params.path("taskId").stringValue("");
            default -> null;
        };
    }

    private static @Nullable String differs(RecordedRequest request, String header, String expected) {
        var given = request.header(header);
        if (given.isEmpty()) {
            return "lacks " + header;
        }
        var decoded = decode(given.get());
        if (decoded.isEmpty()) {
            return header + " is not well written: " + given.get();
        }
        return decoded.get().equals(expected)
                ? null
                : header + " says '" + decoded.get() + "' and the body '" + expected + "'";
    }

    /** A client that does not know the tool yet cannot know what to repeat; it is refused and finds out. */
    private @Nullable String parameters(RecordedRequest request, JsonNode params) {
        var tool = server.offer().catalogue().tool(params.path("name").asString(""));
        if (tool.isEmpty()) {
            return null;
        }
        var expected = new TreeMap<String, Optional<String>>(String.CASE_INSENSITIVE_ORDER);
        expected(tool.get().tool().inputSchema(), params.path("arguments"), expected);
        for (var header : request.headers()) {
            if (header.name().toLowerCase(Locale.ROOT).startsWith(PREFIX.toLowerCase(Locale.ROOT))
                    && !expected.containsKey(header.name().substring(PREFIX.length()))) {
                checks.complain(request, header.name() + " repeats nothing");
            }
        }
        for (var entry : expected.entrySet()) {
            var header = PREFIX + entry.getKey();
            var value = entry.getValue();
            if (value.isEmpty() && request.has(header)) {
                checks.complain(request, header + " repeats an argument that is not there");
                return header + " has no counterpart";
            }
            var problem = value.isEmpty() ? null : differs(request, header, value.get());
            if (problem != null) {
                if (request.has(header)) {
                    checks.complain(request, problem);
                }
                return problem;
            }
        }
        return null;
    }

    private static void expected(JsonNode schema, JsonNode value, Map<String, Optional<String>> into) {
        var properties = new LinkedHashMap<String, JsonNode>();
        schema.path("properties").properties().forEach(entry -> properties.put(entry.getKey(), entry.getValue()));
        properties.forEach((name, property) -> {
            var given = value.path(name);
            var header = property.path("x-mcp-header").stringValue("");
            if (!header.isEmpty()) {
                boolean absent = given.isMissingNode() || given.isNull();
                into.put(header, absent ? Optional.empty() : Optional.of(plain(given)));
            }
            expected(property, given, into);
        });
    }

    private static String plain(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** Returns what a header value stands for; empty if it is not well written. */
    static Optional<String> decode(String value) {
        if (value.startsWith(OPEN) && value.endsWith(CLOSE) && value.length() >= OPEN.length() + CLOSE.length()) {
            try {
                var bytes = Base64.getDecoder().decode(value.substring(OPEN.length(), value.length() - CLOSE.length()));
                return Optional.of(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString());
            } catch (IllegalArgumentException | CharacterCodingException broken) {
                return Optional.empty();
            }
        }
        boolean visible = value.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
        return visible ? Optional.of(value) : Optional.empty();
    }
}
