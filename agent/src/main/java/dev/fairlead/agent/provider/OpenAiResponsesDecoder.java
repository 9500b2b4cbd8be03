package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the answer of the responses interface of OpenAI. */
final class OpenAiResponsesDecoder implements Codec.Decoder {
    /** What is kept of messages and calls. */
    static final List<String> KEPT = List.of("id", "phase");

    private static final int MOST_ITEMS = 2_000;

    private final ReplyDraft draft;
    private final Map<Integer, CallDraft> calls = new LinkedHashMap<>();
    private final Set<Integer> streamed = new HashSet<>(); // Items of which words have come.
    private final Set<Integer> done = new HashSet<>();
    private boolean refused;
    private boolean lost; // Some reasoning cannot be kept.

    OpenAiResponsesDecoder(Supplier<String> newIds) {
        this.draft = new ReplyDraft(newIds);
    }

    @Override
    public List<ReplyPiece> read(String type, String data) throws BadReplyException, ComplaintException {
        if (!draft.ended() && !data.isBlank() && !data.strip().equals("[DONE]")) {
            ObjectNode event = ReplyJson.event(data);
            String named = ReplyJson.text(event, "type");
            event(named.isEmpty() ? type : named, event, ReplyJson.index(event, "output_index"));
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

    private void event(String type, JsonNode event, int index) throws BadReplyException, ComplaintException {
        switch (type) {
            case "response.output_item.added" -> begin(index, event.path("item"));
            case "response.output_text.delta" -> words(index, event);
            case "response.refusal.delta" -> {
                refused = true;
                words(index, event);
            }
            case "response.reasoning_summary_part.added" -> part(index, event);
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" -> thought(index, event);
            case "response.function_call_arguments.delta" -> arguments(index, event.path("delta"));
            case "response.function_call_arguments.done" -> allArguments(index, ReplyJson.text(event, "arguments"));
            case "response.output_item.done" -> whole(index, event.path("item"));
            case "response.completed", "response.done", "response.incomplete" -> end(event.path("response"));
            case "response.failed" -> throw Verdict.midway(ProviderError.of(event.path("response")));
            case "error" -> throw Verdict.midway(ProviderError.of(event));
            default -> failIfError(event); // Events that only say how far it has come, and new ones.
        }
    }

    private static void failIfError(JsonNode event) throws ComplaintException {
        if (event.path("error").isObject()) {
            throw Verdict.midway(ProviderError.of(event));
        }
    }

    private void begin(int index, JsonNode item) throws BadReplyException {
        if (ReplyJson.text(item, "type").equals("function_call")) {
            call(index).named(ReplyJson.text(item, "call_id"), ReplyJson.text(item, "name"));
        }
    }

    private void words(int index, JsonNode event) throws BadReplyException {
        seen(index);
        draft.text(ReplyJson.text(event, "delta"));
    }

    private void thought(int index, JsonNode event) throws BadReplyException {
        seen(index);
        draft.thinking(ReplyJson.text(event, "delta"));
    }

    private void part(int index, JsonNode event) throws BadReplyException {
        if (ReplyJson.index(event, "summary_index") > 0 && streamed.contains(index) && draft.inThinking()) {
            draft.thinking("\n\n");
        }
    }

    private void arguments(int index, JsonNode more) throws BadReplyException {
        CallDraft call = call(index);
        int before = call.length();
        call.arguments(more);
        draft.count(call.length() - before);
    }

    private void allArguments(int index, String text) throws BadReplyException {
        if (!text.isEmpty()) {
            draft.count(text.length());
            call(index).allArguments(text);
        }
    }

    private void whole(int index, JsonNode item) throws BadReplyException {
        if (index >= 0 && !done.add(index)) {
            return;
        }
        switch (ReplyJson.text(item, "type")) {
            case "message" -> message(index, item);
            case "reasoning" -> reasoning(index, item);
            case "function_call" -> {
                begin(index, item);
                allArguments(index, ReplyJson.text(item, "arguments"));
                CallDraft call = calls.remove(index);
                if (call != null) {
                    draft.call(call, kept(item));
                }
            }
            default -> {} // What the provider did on its own, such as a search.
        }
    }

    private void message(int index, JsonNode item) throws BadReplyException {
        if (!streamed.contains(index)) {
            for (JsonNode content : item.path("content")) {
                refused |= !ReplyJson.text(content, "refusal").isEmpty();
                draft.text(ReplyJson.text(content, List.of("text", "refusal")));
            }
        }
        if (draft.inText()) {
            draft.close(kept(item));
        }
    }

    private void reasoning(int index, JsonNode item) throws BadReplyException {
        if (!streamed.contains(index)) {
            for (JsonNode summary : item.path("summary")) {
                draft.thinking((draft.inThinking() ? "\n\n" : "") + ReplyJson.text(summary, "text"));
            }
        }
        String id = ReplyJson.text(item, "id");
        String encrypted = ReplyJson.text(item, "encrypted_content");
        // Without both it would be looked for where nothing is stored, and so would whatever follows from it.
        lost |= id.isEmpty() || encrypted.isEmpty();
        draft.closeThinking(lost ? null : reasoning(id, encrypted, item.path("summary")));
    }

    private static Keepsake reasoning(String id, String encrypted, JsonNode summary) {
        var data = Json.object().put("id", id).put("encrypted_content", encrypted);
        data.set("summary", summary.isArray() ? summary : Json.array());
        return new Keepsake(OpenAiResponsesCodec.KEEPER, data);
    }

    private @Nullable Keepsake kept(JsonNode item) {
        var data = Json.object();
        for (String name : KEPT) {
            String value = ReplyJson.text(item, name);
            if (!value.isEmpty()) {
                data.put(name, value);
            }
        }
        return lost || data.isEmpty() ? null : new Keepsake(OpenAiResponsesCodec.KEEPER, data);
    }

    private void end(JsonNode response) throws BadReplyException, ComplaintException {
        failIfError(response);
        if (!draft.begun() && calls.isEmpty()) {
            wholeAtOnce(response.path("output"));
        }
        for (CallDraft cut : List.copyOf(calls.values())) {
            draft.call(cut, null);
        }
        String why = ReplyJson.text(response.path("incomplete_details"), "reason");
        String word = why.isEmpty() ? ReplyJson.text(response, "status") : why;
        draft.end(usage(response.path("usage")), reason(word), word);
    }

    private void wholeAtOnce(JsonNode output) throws BadReplyException {
        for (int i = 0; i < output.size(); i++) {
            whole(-1 - i, output.path(i)); // No index that anything else has.
        }
    }

    private Reason reason(String word) {
        return switch (word) {
            case "", "completed" -> draft.hasCalls() ? Reason.TOOLS : refused ? Reason.REFUSED : Reason.DONE;
            case "max_output_tokens", "max_tokens" -> Reason.LENGTH;
            case "content_filter" -> Reason.REFUSED;
            default -> Reason.OTHER;
        };
    }

    private static Usage usage(JsonNode usage) {
        long thinking = ReplyJson.count(usage.path("output_tokens_details"), "reasoning_tokens");
        long cached = ReplyJson.count(usage.path("input_tokens_details"), "cached_tokens");
        long output = Math.max(0, ReplyJson.count(usage, "output_tokens") - thinking);
        return new Usage(ReplyJson.count(usage, "input_tokens"), output, thinking, cached);
    }

    private void seen(int index) throws BadReplyException {
        if (streamed.add(index) && streamed.size() > MOST_ITEMS) {
            throw new BadReplyException("the answer has more than %s items".formatted(MOST_ITEMS));
        }
    }

    private CallDraft call(int index) throws BadReplyException {
        CallDraft known = calls.get(index);
        if (known == null) {
            known = new CallDraft();
            calls.put(index, known);
            if (calls.size() > MOST_ITEMS) {
                throw new BadReplyException("the answer has more than %s items".formatted(MOST_ITEMS));
            }
        }
        return known;
    }
}
