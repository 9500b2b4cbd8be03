package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Reads the answer of Ollama, a line at a time. */
final class OllamaDecoder implements Codec.Decoder {
    private static final List<String> THINKING = List.of("thinking", "reasoning_content", "reasoning");

    private final ReplyDraft draft;

    OllamaDecoder(Supplier<String> newIds) {
        this.draft = new ReplyDraft(newIds);
    }

    @Override
    public List<ReplyPiece> read(String type, String data) throws BadReplyException, ComplaintException {
        if (!draft.ended() && !data.isBlank()) {
            line(ReplyJson.event(data));
        }
        return draft.take();
    }

    @Override
    public List<ReplyPiece> finish() throws BadReplyException {
        if (!draft.ended()) {
            throw new BadReplyException("the answer broke off");
        }
        return draft.take();
    }

    private void line(JsonNode line) throws BadReplyException, ComplaintException {
        JsonNode error = line.path("error");
        if (error.isString() || error.isObject()) {
            throw Verdict.midway(ProviderError.of(line));
        }
        JsonNode message = line.path("message");
        draft.thinking(ReplyJson.text(message, THINKING));
        String words = ReplyJson.text(message, "content");
        JsonNode calls = message.path("tool_calls");
        boolean done = line.path("done").isBoolean() && line.path("done").booleanValue();
        if (!words.isEmpty() || !calls.isEmpty() || done) {
            closeThinking();
        }
        draft.text(words);
        for (JsonNode call : calls) {
            call(call);
        }
        if (done) {
            end(line);
        }
    }

    private void closeThinking() {
        if (draft.inThinking()) {
            draft.close(new Keepsake(OllamaCodec.KEEPER, Json.object()));
        }
    }

    private void call(JsonNode call) throws BadReplyException {
        JsonNode function = call.path("function");
        if (!function.isObject()) {
            throw new BadReplyException("a call names no function: " + ReplyJson.excerpt(call.toString()));
        }
        var whole = new CallDraft().named(ReplyJson.text(call, "id"), ReplyJson.text(function, "name"));
        whole.arguments(function.path("arguments"));
        draft.call(whole, null);
    }

    private void end(JsonNode line) {
        String word = ReplyJson.text(line, "done_reason");
        Reason reason = switch (word) {
            case "", "stop", "tool_calls" -> draft.hasCalls() ? Reason.TOOLS : Reason.DONE;
            case "length" -> Reason.LENGTH;
            default -> Reason.OTHER;
        };
        var usage = new Usage(ReplyJson.count(line, "prompt_eval_count"), ReplyJson.count(line, "eval_count"), 0, 0);
        draft.end(usage, reason, word);
    }
}
