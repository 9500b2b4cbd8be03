package dev.fairlead.testkit;

import dev.fairlead.protocol.BadShape;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.CompletionReference;
import dev.fairlead.protocol.Prompt;
import dev.fairlead.protocol.PromptArgument;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests that are the same in both eras. */
final class Desk {
    private static final String CURSOR = "after-";

    private final Offer offer;

    Desk(Offer offer) {
        this.offer = offer;
    }

    /** Returns the result, as it is in the revision of the call but for what that era adds to every result. */
    ObjectNode answer(ServerCall call) throws Exception {
        var method = call.request().method();
        var shelves = offer.catalogue();
        requireCapability(method, call.version());
        return switch (method) {
            case "tools/list" -> page(call, "tools", shelves.tools(), one -> write(one.tool(), call.version()));
            case "prompts/list" ->
                page(call, "prompts", shelves.prompts(), one -> one.prompt().toJson());
            case "resources/list" ->
                page(
                        call,
                        "resources",
                        shelves.resources(),
                        one -> one.resource().toJson());
            case "resources/templates/list" ->
                page(
                        call,
                        "resourceTemplates",
                        shelves.templates(),
                        one -> one.template().toJson());
            case "tools/call" -> write(callTool(call), call.version());
            case "prompts/get" -> fill(call);
            case "resources/read" -> read(call);
            case "completion/complete" -> complete(call);
            default -> throw unknown(method);
        };
    }

    static Refusal unknown(String method) {
        return Refusal.of(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + method);
    }

    /** Returns the tool that a call names. */
    Catalogue.ServedTool toolOf(ServerCall call) {
        var name = string(call.params(), "name");
        return offer.catalogue().tool(name).orElseThrow(() -> Refusal.invalid("Unknown tool: " + name));
    }

    CallToolResult callTool(ServerCall call) throws InterruptedException {
        var served = toolOf(call);
        checkArguments(call, served.tool().inputSchema().path("required"));
        try {
            return served.handler().call(call);
        } catch (InputNeeded | Refusal | InterruptedException meant) {
            throw meant;
        } catch (Exception failed) {
            return CallToolResult.failure(String.valueOf(failed.getMessage()));
        }
    }

    private void requireCapability(String method, ProtocolVersion version) {
        var area = method.substring(0, Math.max(method.indexOf('/'), 0));
        boolean there = switch (area) {
            case "tools", "prompts", "resources" -> offer.capabilities(version).has(area);
            case "completion" -> offer.catalogue().completer() != null;
            default -> false;
        };
        if (!there) {
            throw unknown(method);
        }
    }

    private static void checkArguments(ServerCall call, JsonNode required) {
        var given = call.params().path("arguments");
        if (!given.isMissingNode() && !given.isObject()) {
            throw Refusal.invalid("'arguments' must be an object");
        }
        required.forEach(name -> {
            if (!given.has(name.asString())) {
                throw Refusal.invalid("Missing argument: " + name.asString());
            }
        });
    }

    private ObjectNode fill(ServerCall call) throws Exception {
        var name = string(call.params(), "name");
        var served = offer.catalogue().prompt(name).orElseThrow(() -> Refusal.invalid("Unknown prompt: " + name));
        checkArguments(call, requiredNames(served.prompt()));
        call.arguments().forEach(value -> {
            if (!value.isString()) {
                throw Refusal.invalid("The arguments of a prompt must be strings");
            }
        });
        return served.handler().fill(call).toJson();
    }

    private static JsonNode requiredNames(Prompt prompt) {
        var names = Json.object().putArray("required");
        prompt.arguments().stream()
                .filter(argument -> Boolean.TRUE.equals(argument.required()))
                .map(PromptArgument::name)
                .forEach(names::add);
        return names;
    }

    private ObjectNode read(ServerCall call) throws Exception {
        var uri = string(call.params(), "uri");
        var reader = offer.catalogue().reader(uri).orElseThrow(() -> notFound(uri, call.version()));
        return reader.read(uri, call).toJson();
    }

    private static Refusal notFound(String uri, ProtocolVersion version) {
        int code = switch (version.era()) {
            case LEGACY -> -32002;
            case MODERN -> ErrorCode.INVALID_PARAMS;
        };
        return new Refusal(new dev.fairlead.protocol.rpc.RpcError(
                code, "Resource not found: " + uri, Json.object().put("uri", uri)));
    }

    private ObjectNode complete(ServerCall call) {
        var completer = offer.catalogue().completer();
        if (completer == null) {
            throw unknown("completion/complete");
        }
        var argument = call.params().path("argument");
        var result = Json.object();
        try {
            var reference = CompletionReference.from(call.params().path("ref"));
            var suggestions = completer.complete(
                    reference, string(argument, "name"), string(argument, "value"), context(call.params()));
            result.set("completion", suggestions.toJson());
        } catch (BadShape unreadable) {
            throw Refusal.invalid(String.valueOf(unreadable.getMessage()));
        }
        return result;
    }

    private static Map<String, String> context(ObjectNode params) {
        var context = new LinkedHashMap<String, String>();
        params.path("context")
                .path("arguments")
                .properties()
                .forEach(entry -> context.put(entry.getKey(), entry.getValue().asString("")));
        return context;
    }

    private <T> ObjectNode page(ServerCall call, String name, List<T> all, Function<T, ObjectNode> write) {
        var snapshot = List.copyOf(all);
        int from = position(call.params().path("cursor"), snapshot.size());
        int to = Math.min(snapshot.size(), from + offer.pageSize());
        var result = Json.object();
        var list = result.putArray(name);
        snapshot.subList(from, to).forEach(one -> list.add(write.apply(one)));
        if (to < snapshot.size()) {
            result.put("nextCursor", CURSOR + to);
        }
        return result;
    }

    private static int position(JsonNode cursor, int size) {
        if (cursor.isMissingNode()) {
            return 0;
        }
        var text = cursor.stringValue("");
        if (text.startsWith(CURSOR) && text.substring(CURSOR.length()).matches("\\d{1,9}")) {
            int position = Integer.parseInt(text.substring(CURSOR.length()));
            if (position <= size) {
                return position;
            }
        }
        throw Refusal.invalid("Invalid cursor");
    }

    private static ObjectNode write(Tool tool, ProtocolVersion version) {
        var json = tool.toJson();
        if (!version.hasStructuredContent()) {
            json.remove("outputSchema");
        }
        if (!version.hasTasks()) {
            json.remove("execution");
        }
        return json;
    }

    private static ObjectNode write(CallToolResult result, ProtocolVersion version) {
        var json = result.toJson();
        if (!version.hasStructuredContent()) {
            json.remove("structuredContent");
        }
        return json;
    }

    static String string(JsonNode params, String name) {
        var value = params.path(name);
        if (!value.isString()) {
            throw Refusal.invalid("'%s' must be a string".formatted(name));
        }
        return value.stringValue();
    }
}
