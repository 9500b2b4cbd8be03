package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the answer of a chat completions server. */
final class OpenAiChatDecoder implements Codec.Decoder {
    private static final String LAST = "[DONE]";

    private final ReplyDraft draft;
    private final CallFragments calls = new CallFragments();
    private Usage usage = Usage.NONE;
    private @Nullable String finished;
    private boolean refused;
    private String member = "";

    OpenAiChatDecoder(Supplier<String> newIds) {
        this.draft = new ReplyDraft(newIds);
    }

    @Override
    public List<ReplyPiece> read(String type, String data) throws BadReplyException, ComplaintException {
        if (draft.ended()) {
            return List.of();
        }
        if (data.strip().equals(LAST)) {
            end();
        } else if (!data.isBlank()) {
            chunk(ReplyJson.event(data));
        }
        return draft.take();
    }

    @Override
    public List<ReplyPiece> finish() throws BadReplyException {
        if (!draft.ended()) {
            if (finished == null) {
                throw new BadReplyException("the answer broke off");
            }
            end();
        }
        return draft.take();
    }

    private void chunk(JsonNode chunk) throws BadReplyException, ComplaintException {
        failIfError(chunk);
        JsonNode counted = chunk.path("usage");
        if (counted.isObject()) {
            usage = usage(counted);
        }
        JsonNode choice = chunk.path("choices").path(0);
        failIfError(choice);
        boolean whole = !draft.begun() && !choice.path("delta").isObject();
        said(choice.path(whole ? "message" : "delta"));
        String reason = ReplyJson.text(choice, "finish_reason");
        if (!reason.isEmpty()) {
            finished = reason;
        }
    }

    private static void failIfError(JsonNode json) throws ComplaintException {
        JsonNode error = json.path("error");
        if (error.isObject() || error.isString()) {
            throw Verdict.midway(ProviderError.of(json));
        }
    }

    private void said(JsonNode delta) throws BadReplyException {
        for (String name : OpenAiChatBody.THINKING) {
            String thought = ReplyJson.text(delta, name);
            if (!thought.isEmpty()) {
                member = name;
                draft.thinking(thought);
                break; // Some servers say it under both names.
            }
        }
        words(ReplyJson.text(delta, "content"));
        String refusal = ReplyJson.text(delta, "refusal");
        refused |= !refusal.isEmpty();
        words(refusal);
        for (JsonNode fragment : delta.path("tool_calls")) {
            calls.add(fragment, draft);
        }
    }

    private void words(String more) throws BadReplyException {
        if (!more.isEmpty()) {
            closeThinking();
            draft.text(more);
        }
    }

    private void closeThinking() {
        if (draft.inThinking()) {
            draft.close(new Keepsake(OpenAiChatCodec.KEEPER, Json.object().put("member", member)));
        }
    }

    private void end() throws BadReplyException {
        closeThinking();
        for (CallDraft call : calls.all()) {
            draft.call(call, null);
        }
        String word = finished == null ? "" : finished;
        draft.end(usage, reason(word), word);
    }

    private Reason reason(String word) {
        return switch (word) {
            // Many servers say that they stopped where they wait for calls.
            case "", "stop", "eos", "end_turn" ->
                draft.hasCalls() ? Reason.TOOLS : refused ? Reason.REFUSED : Reason.DONE;
            case "tool_calls", "function_call" -> draft.hasCalls() ? Reason.TOOLS : Reason.MALFORMED_CALL;
            case "length", "max_tokens" -> Reason.LENGTH;
            case "content_filter" -> Reason.REFUSED;
            default -> Reason.OTHER;
        };
    }

    private static Usage usage(JsonNode usage) {
        long thinking = ReplyJson.count(usage.path("completion_tokens_details"), "reasoning_tokens");
        long cached = Math.max(
                ReplyJson.count(usage.path("prompt_tokens_details"), "cached_tokens"),
                ReplyJson.count(usage, "prompt_cache_hit_tokens"));
        long output = ReplyJson.count(usage, "completion_tokens") - thinking;
        return new Usage(ReplyJson.count(usage, "prompt_tokens"), Math.max(0, output), thinking, cached);
    }
}
