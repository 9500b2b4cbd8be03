package dev.fairlead.agent.provider;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Cuts the deltas of an answer into smaller ones that say the same. */
final class DeltaSplitter {

    private DeltaSplitter() {}

    static List<Recorded.Event> split(Recorded.Provider provider, List<Recorded.Event> events, Random random) {
        var split = new ArrayList<Recorded.Event>();
        for (Recorded.Event event : events) {
            split.addAll(split(provider, event, random));
        }
        return split;
    }

    private static List<Recorded.Event> split(Recorded.Provider provider, Recorded.Event event, Random random) {
        if (!(ReplyJson.parse(event.data()) instanceof ObjectNode json)) {
            return List.of(event);
        }
        for (String pointer : pointers(provider)) {
            JsonNode delta = json.at(pointer);
            if (delta.isString() && delta.stringValue().length() > 1 && isOnlyADelta(provider, json, pointer)) {
                var parts = new ArrayList<Recorded.Event>();
                String rest = delta.stringValue();
                boolean first = true;
                while (!rest.isEmpty()) {
                    int length = 1 + random.nextInt(rest.length());
                    parts.add(new Recorded.Event(event.type(), with(json, pointer, rest.substring(0, length), first)));
                    rest = rest.substring(length);
                    first = false;
                }
                return parts;
            }
        }
        return List.of(event);
    }

    private static List<String> pointers(Recorded.Provider provider) {
        return switch (provider) {
            case OPENAI_CHAT ->
                List.of(
                        "/choices/0/delta/content",
                        "/choices/0/delta/refusal",
                        "/choices/0/delta/reasoning_content",
                        "/choices/0/delta/reasoning",
                        "/choices/0/delta/tool_calls/0/function/arguments");
            case OPENAI_RESPONSES -> List.of("/delta");
            case ANTHROPIC -> List.of("/delta/text", "/delta/thinking", "/delta/partial_json");
            case OLLAMA -> List.of("/message/content", "/message/thinking");
        };
    }

    /** Tells whether repeating the rest of an event would not change what it says. */
    private static boolean isOnlyADelta(Recorded.Provider provider, JsonNode json, String pointer) {
        return switch (provider) {
            case OPENAI_CHAT ->
                json.at("/choices/0/finish_reason").isNull()
                        && json.at("/choices/0/delta/tool_calls").size() < 2;
            case OLLAMA -> {
                var message = (ObjectNode) json.path("message");
                boolean alone = pointer.endsWith("content")
                        ? !message.has("thinking")
                        : message.path("content").asString().isEmpty();
                yield alone && !json.path("done").booleanValue() && !message.has("tool_calls");
            }
            default -> true;
        };
    }

    private static String with(ObjectNode json, String pointer, String text, boolean first) {
        var copy = json.deepCopy();
        int slash = pointer.lastIndexOf('/');
        ((ObjectNode) copy.at(pointer.substring(0, slash))).put(pointer.substring(slash + 1), text);
        if (!first && pointer.endsWith("arguments")) {
            // As servers do: only the first fragment says which call it is.
            ((ObjectNode) copy.at("/choices/0/delta/tool_calls/0")).remove("id");
            ((ObjectNode) copy.at("/choices/0/delta/tool_calls/0/function")).remove("name");
        }
        return Json.write(copy);
    }
}
