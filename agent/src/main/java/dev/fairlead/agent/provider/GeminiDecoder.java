package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads an answer of Gemini: each event is an answer of its own that continues the one before. */
final class GeminiDecoder implements Codec.Decoder {
    private static final long MOST_CHARACTERS = 128L << 20; // Pictures are text here.

    private final ReplyDraft draft;
    private long characters;
    private Usage usage = Usage.NONE;
    private @Nullable Reason reason;
    private String detail = "";

    /** Begins; the ids are for calls that come without one. */
    GeminiDecoder(Supplier<String> newIds) {
        this.draft = new ReplyDraft(newIds);
    }

    @Override
    public List<ReplyPiece> read(String type, String data) throws BadReplyException, ComplaintException {
        characters += data.length();
        if (characters > MOST_CHARACTERS) {
            throw new BadReplyException("the answer has more than %s characters".formatted(MOST_CHARACTERS));
        }
        var json = ReplyJson.parse(data);
        if (json != null && GeminiComplaint.isIn(json)) {
            throw new ComplaintException(GeminiComplaint.of(500, json, List.of()));
        }
        read(json instanceof ObjectNode object ? object : ReplyJson.event(data));
        return draft.take();
    }

    @Override
    public List<ReplyPiece> finish() throws BadReplyException {
        if (reason == null) {
            throw new BadReplyException("it ended without saying why");
        }
        // Calls come with the same reason as an answer that is done.
        draft.end(usage, reason == Reason.DONE && draft.hasCalls() ? Reason.TOOLS : reason, detail);
        return draft.take();
    }

    private void read(ObjectNode event) throws BadReplyException {
        if (event.path("usageMetadata").isObject()) {
            usage = usage(event.path("usageMetadata"));
        }
        var candidate = event.path("candidates").path(0);
        for (var part : candidate.path("content").path("parts")) {
            readPart(part);
        }
        var blocked = ReplyJson.text(event.path("promptFeedback"), "blockReason");
        var finished = ReplyJson.text(candidate, "finishReason");
        if (!blocked.isEmpty()) {
            end(Reason.REFUSED, blocked, ReplyJson.text(event.path("promptFeedback"), "blockReasonMessage"));
        } else if (!finished.isEmpty()) {
            end(reason(finished), finished, ReplyJson.text(candidate, "finishMessage"));
        }
    }

    private void readPart(JsonNode part) throws BadReplyException {
        var kept = Json.object();
        keep(GeminiBody.SIGNATURE, part, kept);
        if (part.path("functionCall").isObject()) {
            readCall(part.path("functionCall"), kept);
        } else if (part.path("inlineData").isObject()) {
            var media = part.path("inlineData");
            draft.part(
                    new Part.Media(ReplyJson.text(media, "mimeType"), ReplyJson.text(media, "data"), keepsake(kept)));
        } else {
            readWords(ReplyJson.text(part, "text"), part.path("thought").asBoolean(false), keepsake(kept));
        }
    }

    private void readCall(JsonNode asked, ObjectNode kept) throws BadReplyException {
        keep(GeminiBody.ID, asked, kept);
        var call = new CallDraft().named(ReplyJson.text(asked, GeminiBody.ID), ReplyJson.text(asked, "name"));
        call.arguments(asked.path("args"));
        draft.call(call, keepsake(kept));
    }

    /** Reads words; a signature belongs to its part alone: not to the words before it, nor to those after it. */
    private void readWords(String more, boolean thought, @Nullable Keepsake keepsake) throws BadReplyException {
        if (keepsake != null) {
            draft.close(null);
        }
        if (keepsake != null && more.isEmpty()) {
            draft.part(thought ? new Part.Thinking("", keepsake) : new Part.Text("", keepsake));
        } else if (thought) {
            draft.thinking(more);
        } else {
            draft.text(more);
        }
        if (keepsake != null) {
            draft.close(keepsake);
        }
    }

    private void end(Reason why, String word, String message) {
        reason = why;
        detail = message.isEmpty() ? word : word + ": " + message;
    }

    private static Reason reason(String word) {
        return switch (word) {
            case "STOP" -> Reason.DONE;
            case "MAX_TOKENS" -> Reason.LENGTH;
            case "SAFETY",
                    "RECITATION",
                    "LANGUAGE",
                    "BLOCKLIST",
                    "PROHIBITED_CONTENT",
                    "SPII",
                    "MODEL_ARMOR",
                    "IMAGE_SAFETY",
                    "IMAGE_PROHIBITED_CONTENT",
                    "IMAGE_RECITATION" -> Reason.REFUSED;
            case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL" -> Reason.MALFORMED_CALL;
            default -> Reason.OTHER;
        };
    }

    private static void keep(String name, JsonNode from, ObjectNode kept) {
        var value = ReplyJson.text(from, name);
        if (!value.isEmpty()) {
            kept.put(name, value);
        }
    }

    private static @Nullable Keepsake keepsake(ObjectNode kept) {
        return kept.isEmpty() ? null : new Keepsake(GeminiCodec.KEEPER, kept);
    }

    private static Usage usage(JsonNode counts) {
        return new Usage(
                ReplyJson.count(counts, "promptTokenCount"),
                ReplyJson.count(counts, "candidatesTokenCount"),
                ReplyJson.count(counts, "thoughtsTokenCount"),
                ReplyJson.count(counts, "cachedContentTokenCount"));
    }
}
