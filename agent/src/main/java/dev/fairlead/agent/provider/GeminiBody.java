package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.protocol.rpc.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What Gemini is posted. */
final class GeminiBody {
    /** The members of a keepsake: what came with a part and has to go back with it. */
    static final String SIGNATURE = "thoughtSignature";

    static final String ID = "id";

    // Only these take media inside the result of a call; the others have them beside it.
    private static final Pattern THIRD_OR_LATER = Pattern.compile("gemini-([3-9]|[1-9][0-9])([.-].*)?");
    // Asking any other one for its thoughts is an error.
    private static final Pattern THINKS = Pattern.compile(
            "gemini-2\\.5-(pro|flash)(?!-lite|-image|.*tts|.*audio)([.-].*)?|gemini-(pro|flash)-latest");
    // Documented for calls that another model asked for, which have no signature of Gemini's.
    private static final String UNSIGNED = "skip_thought_signature_validator";

    private final String model;
    private final ModelRequest request;
    private final boolean thirdOrLater;
    private final Map<String, String> names = new HashMap<>(); // of calls so far, by id
    private final Map<String, String> givenIds = new HashMap<>(); // of calls so far, by ours

    GeminiBody(String model, ModelRequest request) {
        this.model = model;
        this.request = request;
        this.thirdOrLater = THIRD_OR_LATER.matcher(model).matches();
    }

    ObjectNode write() {
        var body = Json.object();
        if (!request.instructions().isEmpty()) {
            body.putObject("systemInstruction").putArray("parts").addObject().put("text", request.instructions());
        }
        var contents = body.putArray("contents");
        Conversation.entire(request.turns(), GeminiCodec.TRAITS, GeminiCodec.KEEPER, model)
                .forEach(step -> write(step, contents));
        if (!request.tools().isEmpty()) {
            writeTools(body.putArray("tools").addObject().putArray("functionDeclarations"));
        }
        var generation = generation();
        if (!generation.isEmpty()) {
            body.set("generationConfig", generation);
        }
        return body;
    }

    private void writeTools(ArrayNode declarations) {
        for (var tool : request.tools()) {
            declarations
                    .addObject()
                    .put("name", tool.name())
                    .put("description", tool.description())
                    .set("parametersJsonSchema", tool.parameters());
        }
    }

    private ObjectNode generation() {
        var tuning = request.tuning();
        var generation = Json.object();
        if (tuning.temperature() != null) {
            generation.put("temperature", tuning.temperature());
        }
        if (tuning.maxOutputTokens() != null) {
            generation.put("maxOutputTokens", tuning.maxOutputTokens());
        }
        boolean thinks = (thirdOrLater && !model.contains("tts"))
                || THINKS.matcher(model).matches();
        if (tuning.showThinking() && thinks) {
            generation.putObject("thinkingConfig").put("includeThoughts", true);
        }
        if (model.contains("-image")) {
            generation.putArray("responseModalities").add("TEXT").add("IMAGE");
        }
        return generation;
    }

    private void write(Step step, ArrayNode contents) {
        var parts = Json.array();
        switch (step) {
            case Step.Said said -> said.parts().forEach(part -> write(part, parts));
            case Step.Answered answered -> {
                answered.parts().forEach(part -> write(part, parts));
                sign(answered, parts);
            }
            case Step.Returned results -> {
                results.results().forEach(result -> writeResult(result, parts));
                // Results stay together; what cannot be inside them comes after them.
                results.results().forEach(result -> writeMediaBeside(result, parts));
            }
        }
        if (!parts.isEmpty()) { // A content without parts is an error.
            contents.addObject()
                    .put("role", step instanceof Step.Answered ? "model" : "user")
                    .set("parts", parts);
        }
    }

    private void write(Part part, ArrayNode parts) {
        var kept = kept(part.keepsake());
        switch (part) {
            case Part.Text text -> {
                // Words without anything in them are an error, unless they are there for their signature.
                if (kept != null || !text.text().isEmpty()) {
                    put(Json.object().put("text", text.text()), kept, parts);
                }
            }
            case Part.Thinking thinking -> {
                if (kept != null) {
                    put(Json.object().put("text", thinking.text()).put("thought", true), kept, parts);
                }
            }
            case Part.Media media -> put(inline(media), kept, parts);
            case Part.Call call -> writeCall(call, kept, parts);
        }
    }

    private void writeCall(Part.Call call, @Nullable ObjectNode kept, ArrayNode parts) {
        names.put(call.id(), call.name());
        var json = Json.object();
        var asked = json.putObject("functionCall");
        if (kept != null && kept.path(ID).isString()) {
            var given = kept.path(ID).stringValue();
            givenIds.put(call.id(), given);
            asked.put(ID, given);
        }
        asked.put("name", call.name()).set("args", call.arguments());
        put(json, kept, parts);
    }

    private static boolean signed(@Nullable ObjectNode kept) {
        return kept != null && kept.path(SIGNATURE).isString();
    }

    private static void put(ObjectNode part, @Nullable ObjectNode kept, ArrayNode parts) {
        if (kept != null && signed(kept)) {
            part.put(SIGNATURE, kept.path(SIGNATURE).stringValue());
        }
        parts.add(part);
    }

    /** Gives the first call of a turn that nobody signed, as those of other models, what a third or later Gemini wants to see in place of a signature. */
    private void sign(Step.Answered answered, ArrayNode parts) {
        if (!thirdOrLater || answered.parts().stream().anyMatch(part -> signed(kept(part.keepsake())))) {
            return;
        }
        for (var part : parts) {
            if (part instanceof ObjectNode call && call.has("functionCall")) {
                call.put(SIGNATURE, UNSIGNED);
                return;
            }
        }
    }

    private void writeResult(CallResult result, ArrayNode parts) {
        var response = parts.addObject().putObject("functionResponse");
        var given = givenIds.get(result.id());
        if (given != null) {
            response.put(ID, given);
        }
        response.put("name", names.getOrDefault(result.id(), result.name()));
        response.putObject("response").put(result.failed() ? "error" : "output", Wording.of(result.parts()));
        if (thirdOrLater && result.parts().stream().anyMatch(GeminiBody::isTakenInside)) {
            var inside = response.putArray("parts");
            result.parts().stream()
                    .filter(GeminiBody::isTakenInside)
                    .forEach(part -> inside.add(inline((Part.Media) part)));
        }
    }

    private void writeMediaBeside(CallResult result, ArrayNode parts) {
        for (var part : result.parts()) {
            if (part instanceof Part.Media media && !(thirdOrLater && isTakenInside(media))) {
                parts.add(inline(media));
            }
        }
    }

    private static boolean isTakenInside(Part part) {
        return part instanceof Part.Media media && GeminiCodec.TAKEN_IN_RESULTS.contains(media.mimeType());
    }

    private static ObjectNode inline(Part.Media media) {
        var json = Json.object();
        json.putObject("inlineData").put("mimeType", media.mimeType()).put("data", media.base64());
        return json;
    }

    private static @Nullable ObjectNode kept(@Nullable Keepsake keepsake) {
        return keepsake != null
                        && keepsake.provider().equals(GeminiCodec.KEEPER)
                        && keepsake.data() instanceof ObjectNode data
                ? data
                : null;
    }
}
