package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is posted to Ollama. */
final class OllamaBody {
    private OllamaBody() {}

    static ObjectNode of(String model, ModelRequest request, ModelTraits traits) {
        var body = Json.object().put("model", model);
        var messages = body.putArray("messages");
        if (!request.instructions().isBlank()) {
            messages.addObject().put("role", "system").put("content", request.instructions());
        }
        for (Step step : Conversation.of(request.turns(), traits, OllamaCodec.KEEPER, model)) {
            switch (step) {
                case Step.Said said -> user(messages.addObject(), said.parts());
                case Step.Answered answered -> assistant(messages.addObject(), answered);
                case Step.Returned returned -> results(messages, returned.results());
            }
        }
        if (!request.tools().isEmpty()) {
            var tools = body.putArray("tools");
            for (ToolSpec tool : request.tools()) {
                tools.addObject().put("type", "function").set("function", OpenAiChatBody.function(tool));
            }
        }
        body.put("stream", true);
        tune(body, request);
        return body;
    }

    private static void user(ObjectNode message, List<Part> parts) {
        message.put("role", "user").put("content", Wording.of(parts));
        var pictures = Wording.media(parts);
        if (!pictures.isEmpty()) {
            var images = message.putArray("images");
            pictures.forEach(picture -> images.add(picture.base64()));
        }
    }

    private static void assistant(ObjectNode message, Step.Answered answered) {
        message.put("role", "assistant").put("content", answered.text());
        String thoughts = answered.parts().stream()
                .filter(Part.Thinking.class::isInstance)
                .map(part -> ((Part.Thinking) part).text())
                .collect(Collectors.joining());
        if (answered.running() && !thoughts.isEmpty()) {
            message.put("thinking", thoughts);
        }
        if (!answered.calls().isEmpty()) {
            var calls = message.putArray("tool_calls");
            for (Part.Call call : answered.calls()) {
                calls.addObject().putObject("function").put("name", call.name()).set("arguments", call.arguments());
            }
        }
    }

    private static void results(ArrayNode messages, List<CallResult> results) {
        for (CallResult result : results) {
            String text = Wording.of(result.parts());
            messages.addObject()
                    .put("role", "tool")
                    .put("tool_name", result.name())
                    .put("content", text.isEmpty() ? ResultPictures.BELOW : text);
        }
        ResultPictures.of(results).ifPresent(parts -> user(messages.addObject(), parts));
    }

    private static void tune(ObjectNode body, ModelRequest request) {
        // A model that thinks does so unasked; one that does not refuses to be asked.
        if (!request.tuning().showThinking()) {
            body.put("think", false);
        }
        Double temperature = request.tuning().temperature();
        Integer most = request.tuning().maxOutputTokens();
        if (temperature == null && most == null) {
            return;
        }
        var options = body.putObject("options");
        if (temperature != null) {
            options.put("temperature", temperature);
        }
        if (most != null) {
            options.put("num_predict", most);
        }
    }
}
