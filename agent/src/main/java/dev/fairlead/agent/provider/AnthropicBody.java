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
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is posted to the messages interface of Anthropic. */
final class AnthropicBody {
    private AnthropicBody() {}

    static ObjectNode of(String model, ModelRequest request, ModelTraits traits) {
        var thinking = AnthropicThinking.of(model);
        var steps = Conversation.of(request.turns(), traits, AnthropicCodec.KEEPER, model);
        Integer wanted = request.tuning().maxOutputTokens();
        int length = wanted == null ? thinking.usualLength() : wanted;
        var body = Json.object().put("model", model).put("max_tokens", length);
        if (!request.instructions().isBlank()) {
            body.put("system", request.instructions());
        }
        messages(body.putArray("messages"), steps);
        tools(body, request.tools(), steps);
        body.put("stream", true);
        Double temperature = request.tuning().temperature();
        if (temperature != null) {
            body.put("temperature", temperature);
        }
        thinking.ask(body, request, steps, length);
        return body;
    }

    private static void messages(ArrayNode messages, List<Step> steps) {
        ArrayNode user = null; // Results and what the person says after them are one message, results first.
        for (Step step : steps) {
            if (step instanceof Step.Answered answered) {
                answered(message(messages, "assistant"), answered.parts());
                user = null;
                continue;
            }
            if (user == null) {
                user = message(messages, "user");
            }
            if (step instanceof Step.Said said) {
                content(user, said.parts());
            } else if (step instanceof Step.Returned returned) {
                for (CallResult result : returned.results()) {
                    result(user.addObject(), result);
                }
            }
        }
    }

    private static ArrayNode message(ArrayNode messages, String role) {
        return messages.addObject().put("role", role).putArray("content");
    }

    private static void content(ArrayNode content, List<Part> parts) {
        for (Part part : parts) {
            switch (part) {
                case Part.Text text -> content.addObject().put("type", "text").put("text", text.text());
                case Part.Media media ->
                    content.addObject()
                            .put("type", media.mimeType().equals(Pictures.PDF) ? "document" : "image")
                            .putObject("source")
                            .put("type", "base64")
                            .put("media_type", media.mimeType())
                            .put("data", media.base64());
                default -> {} // Neither a person nor a tool says anything else.
            }
        }
    }

    private static void result(ObjectNode block, CallResult result) {
        block.put("type", "tool_result").put("tool_use_id", result.id());
        content(block.putArray("content"), result.parts());
        if (result.failed()) {
            block.put("is_error", true);
        }
    }

    private static void answered(ArrayNode content, List<Part> parts) {
        for (Part part : parts) {
            switch (part) {
                case Part.Text text -> content.addObject().put("type", "text").put("text", text.text());
                case Part.Thinking thought -> thought(content, thought);
                case Part.Call call ->
                    content.addObject()
                            .put("type", "tool_use")
                            .put("id", call.id())
                            .put("name", call.name())
                            .set("input", call.arguments());
                case Part.Media media -> {} // A conversation has none here.
            }
        }
    }

    private static void thought(ArrayNode content, Part.Thinking thought) {
        Keepsake keepsake = thought.keepsake();
        String signature = keepsake == null ? "" : ReplyJson.text(keepsake.data(), "signature");
        String redacted = keepsake == null ? "" : ReplyJson.text(keepsake.data(), "redacted");
        if (!signature.isEmpty()) {
            content.addObject()
                    .put("type", "thinking")
                    .put("thinking", thought.text())
                    .put("signature", signature);
        } else if (!redacted.isEmpty()) {
            content.addObject().put("type", "redacted_thinking").put("data", redacted);
        }
    }

    private static void tools(ObjectNode body, List<ToolSpec> tools, List<Step> steps) {
        var described = Json.array();
        for (ToolSpec tool : tools) {
            var description = described.addObject().put("name", tool.name());
            if (!tool.description().isBlank()) {
                description.put("description", tool.description());
            }
            description.set("input_schema", tool.parameters());
        }
        if (tools.isEmpty()) {
            // Calls are refused where there are no tools at all, even those of long ago.
            called(steps)
                    .forEach(name -> described
                            .addObject()
                            .put("name", name)
                            .putObject("input_schema")
                            .put("type", "object"));
        }
        if (!described.isEmpty()) {
            body.set("tools", described);
        }
        if (tools.isEmpty() && !described.isEmpty()) {
            body.putObject("tool_choice").put("type", "none");
        }
    }

    private static Set<String> called(List<Step> steps) {
        return steps.stream()
                .filter(Step.Answered.class::isInstance)
                .flatMap(step -> ((Step.Answered) step).calls().stream())
                .map(Part.Call::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
