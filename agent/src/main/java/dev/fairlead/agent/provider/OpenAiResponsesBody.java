package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is posted to the responses interface of OpenAI. */
final class OpenAiResponsesBody {
    // These refuse to be asked about a reasoning that they do not have.
    private static final Pattern WITHOUT_REASONING =
            Pattern.compile("(?:openai/)?(?:gpt-[34]|chatgpt-).*|.*-chat(?:-.*)?", Pattern.DOTALL);

    private OpenAiResponsesBody() {}

    static ObjectNode of(String model, ModelRequest request, ModelTraits traits) {
        var body = Json.object().put("model", model);
        if (!request.instructions().isBlank()) {
            body.put("instructions", request.instructions());
        }
        var input = body.putArray("input");
        for (Step step : Conversation.of(request.turns(), traits, OpenAiResponsesCodec.KEEPER, model)) {
            switch (step) {
                case Step.Said said ->
                    content(input.addObject().put("role", "user").putArray("content"), said.parts());
                case Step.Answered answered -> answered(input, answered.parts());
                case Step.Returned returned -> returned.results().forEach(result -> result(input.addObject(), result));
            }
        }
        tools(body, request.tools());
        body.put("stream", true).put("store", false);
        tune(body, model, request);
        return body;
    }

    private static void content(ArrayNode content, List<Part> parts) {
        for (Part part : parts) {
            switch (part) {
                case Part.Text text ->
                    content.addObject().put("type", "input_text").put("text", text.text());
                case Part.Media media -> media(content.addObject(), media);
                default -> {} // Neither a person nor a tool says anything else.
            }
        }
    }

    private static void media(ObjectNode item, Part.Media media) {
        if (media.mimeType().equals(Pictures.PDF)) {
            item.put("type", "input_file").put("filename", "document.pdf").put("file_data", Pictures.url(media));
        } else {
            item.put("type", "input_image")
                    .put("image_url", Pictures.url(media))
                    .put("detail", "auto");
        }
    }

    private static void answered(ArrayNode input, List<Part> parts) {
        // An item with an id is looked for together with the reasoning that led to it, so it is either all or none.
        boolean known = parts.stream().allMatch(OpenAiResponsesBody::isKept);
        for (Part part : parts) {
            switch (part) {
                case Part.Thinking thought -> {
                    if (known) {
                        reasoning(input, thought.keepsake());
                    }
                }
                case Part.Text text -> {
                    var item = kept(input.addObject(), text.keepsake(), known);
                    item.put("type", "message").put("role", "assistant");
                    item.putArray("content")
                            .addObject()
                            .put("type", "output_text")
                            .put("text", text.text());
                }
                case Part.Call call ->
                    kept(input.addObject(), call.keepsake(), known)
                            .put("type", "function_call")
                            .put("call_id", call.id())
                            .put("name", call.name())
                            .put("arguments", Json.write(call.arguments()));
                case Part.Media media -> {} // A conversation has none here.
            }
        }
    }

    private static boolean isKept(Part part) {
        Keepsake keepsake = part.keepsake();
        return keepsake != null && !ReplyJson.text(keepsake.data(), "id").isEmpty();
    }

    private static void reasoning(ArrayNode input, @Nullable Keepsake keepsake) {
        if (keepsake != null) {
            input.addObject()
                    .put("type", "reasoning")
                    .put("id", ReplyJson.text(keepsake.data(), "id"))
                    .put("encrypted_content", ReplyJson.text(keepsake.data(), "encrypted_content"))
                    .set(
                            "summary",
                            keepsake.data().path("summary").isArray()
                                    ? keepsake.data().path("summary")
                                    : Json.array());
        }
    }

    private static ObjectNode kept(ObjectNode item, @Nullable Keepsake keepsake, boolean known) {
        if (known && keepsake != null) {
            for (String name : OpenAiResponsesDecoder.KEPT) {
                String value = ReplyJson.text(keepsake.data(), name);
                if (!value.isEmpty()) {
                    item.put(name, value);
                }
            }
        }
        return item;
    }

    private static void result(ObjectNode item, CallResult result) {
        item.put("type", "function_call_output").put("call_id", result.id());
        if (Wording.media(result.parts()).isEmpty()) {
            item.put("output", Wording.of(result.parts()));
        } else {
            content(item.putArray("output"), result.parts());
        }
    }

    private static void tools(ObjectNode body, List<ToolSpec> tools) {
        if (tools.isEmpty()) {
            return;
        }
        var list = body.putArray("tools");
        for (ToolSpec tool : tools) {
            var function = list.addObject().put("type", "function");
            function.setAll(OpenAiChatBody.function(tool));
            function.put("strict", false); // Strict is what is meant by silence here, and few schemas are fit for it.
        }
    }

    private static void tune(ObjectNode body, String model, ModelRequest request) {
        if (!WITHOUT_REASONING.matcher(model).matches()) {
            body.putArray("include").add("reasoning.encrypted_content");
            if (request.tuning().showThinking()) {
                body.putObject("reasoning").put("summary", "auto");
            }
        }
        Double temperature = request.tuning().temperature();
        if (temperature != null) {
            body.put("temperature", temperature);
        }
        Integer most = request.tuning().maxOutputTokens();
        if (most != null) {
            body.put("max_output_tokens", most);
        }
    }
}
