package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is posted to a chat completions server. */
final class OpenAiChatBody {
    /** The members in which servers tell what a model thinks. */
    static final List<String> THINKING = List.of("reasoning_content", "reasoning");

    // OpenAI's newer models know only the new name of this limit, most other servers only the old one.
    private static final Pattern OF_OPENAI =
            Pattern.compile("(?:openai/)?(?:gpt-(?!oss)|chatgpt-|o\\d|codex-).*", Pattern.DOTALL);

    private OpenAiChatBody() {}

    static ObjectNode of(String model, ModelRequest request, ModelTraits traits) {
        var body = Json.object().put("model", model);
        var messages = body.putArray("messages");
        if (!request.instructions().isBlank()) {
            messages.addObject().put("role", "system").put("content", request.instructions());
        }
        for (Step step : Conversation.of(request.turns(), traits, OpenAiChatCodec.KEEPER, model)) {
            switch (step) {
                case Step.Said said -> user(messages, said.parts());
                case Step.Answered answered -> assistant(messages.addObject(), answered);
                case Step.Returned returned -> results(messages, returned.results());
            }
        }
        tools(body, request.tools());
        body.put("stream", true).putObject("stream_options").put("include_usage", true);
        tune(body, model, request);
        return body;
    }

    private static void user(ArrayNode messages, List<Part> parts) {
        var message = messages.addObject().put("role", "user");
        if (Wording.media(parts).isEmpty()) {
            // Some servers take only plain text here unless there are pictures.
            message.put("content", Wording.of(parts));
            return;
        }
        var content = message.putArray("content");
        for (Part part : parts) {
            switch (part) {
                case Part.Text text -> content.addObject().put("type", "text").put("text", text.text());
                case Part.Media media ->
                    content.addObject()
                            .put("type", "image_url")
                            .putObject("image_url")
                            .put("url", Pictures.url(media));
                default -> {} // A person says nothing else.
            }
        }
    }

    private static void assistant(ObjectNode message, Step.Answered answered) {
        String text = answered.text();
        message.put("role", "assistant").put("content", text.isEmpty() ? null : text);
        if (answered.running()) {
            // Where a model thinks between calls its server wants to see that again, but only until it has answered.
            answered.parts().forEach(part -> thinking(message, part));
        }
        if (answered.calls().isEmpty()) {
            return;
        }
        var calls = message.putArray("tool_calls");
        for (Part.Call call : answered.calls()) {
            calls.addObject()
                    .put("id", call.id())
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.name())
                    .put("arguments", Json.write(call.arguments()));
        }
    }

    private static void thinking(ObjectNode message, Part part) {
        Keepsake keepsake = part.keepsake();
        if (part instanceof Part.Thinking thought && keepsake != null) {
            String member = ReplyJson.text(keepsake.data(), "member");
            if (Set.copyOf(THINKING).contains(member)) {
                message.put(member, ReplyJson.text(message, member) + thought.text());
            }
        }
    }

    private static void results(ArrayNode messages, List<CallResult> results) {
        for (CallResult result : results) {
            String text = Wording.of(result.parts());
            messages.addObject()
                    .put("role", "tool")
                    .put("tool_call_id", result.id())
                    .put("content", text.isEmpty() ? ResultPictures.BELOW : text);
        }
        ResultPictures.of(results).ifPresent(parts -> user(messages, parts));
    }

    private static void tools(ObjectNode body, List<ToolSpec> tools) {
        if (tools.isEmpty()) {
            return; // An empty list is refused.
        }
        var list = body.putArray("tools");
        for (ToolSpec tool : tools) {
            list.addObject().put("type", "function").set("function", function(tool));
        }
    }

    /** Describes a tool, as Ollama wants it too. */
    static ObjectNode function(ToolSpec tool) {
        var function = Json.object().put("name", tool.name());
        if (!tool.description().isBlank()) {
            function.put("description", tool.description());
        }
        function.set("parameters", tool.parameters());
        return function;
    }

    private static void tune(ObjectNode body, String model, ModelRequest request) {
        Double temperature = request.tuning().temperature();
        if (temperature != null) {
            body.put("temperature", temperature);
        }
        Integer most = request.tuning().maxOutputTokens();
        if (most != null) {
            body.put(OF_OPENAI.matcher(model).matches() ? "max_completion_tokens" : "max_tokens", most);
        }
    }
}
