package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the answer of the messages interface of Anthropic. */
final class AnthropicDecoder implements Codec.Decoder {
    private static final int MOST_BLOCKS = 2_000;

    private final ReplyDraft draft;
    private final Map<Integer, Block> blocks = new LinkedHashMap<>();
    private final ObjectNode usage = Json.object(); // The newest of each count.
    private int begun;
    private @Nullable String stopped;

    AnthropicDecoder(Supplier<String> newIds) {
        this.draft = new ReplyDraft(newIds);
    }

    /** A block between its start and its stop. */
    private static final class Block {
        private final String type;
        private final CallDraft call = new CallDraft();
        private String signature = "";

        Block(String type) {
            this.type = type;
        }
    }

    @Override
    public List<ReplyPiece> read(String type, String data) throws BadReplyException, ComplaintException {
        if (!draft.ended() && !data.isBlank()) {
            ObjectNode event = ReplyJson.event(data);
            String named = ReplyJson.text(event, "type");
            event(named.isEmpty() ? type : named, event, ReplyJson.index(event, "index"));
        }
        return draft.take();
    }

    @Override
    public List<ReplyPiece> finish() throws BadReplyException {
        if (!draft.ended()) {
            if (stopped == null) {
                throw new BadReplyException("the answer broke off");
            }
            end();
        }
        return draft.take();
    }

    private void event(String type, JsonNode event, int index) throws BadReplyException, ComplaintException {
        switch (type) {
            case "message_start" -> counted(event.path("message").path("usage"));
            case "content_block_start" -> begin(index, event.path("content_block"));
            case "content_block_delta" -> delta(index, event.path("delta"));
            case "content_block_stop" -> stop(blocks.remove(index));
            case "message_delta" -> {
                counted(event.path("usage"));
                String reason = ReplyJson.text(event.path("delta"), "stop_reason");
                stopped = reason.isEmpty() ? stopped : reason;
            }
            case "message_stop" -> end();
            case "error" -> throw Verdict.midway(ProviderError.of(event));
            default -> {} // A ping, or something that is newer than this.
        }
    }

    private void begin(int index, JsonNode content) throws BadReplyException {
        if (++begun > MOST_BLOCKS) {
            throw new BadReplyException("the answer has more than %s blocks".formatted(MOST_BLOCKS));
        }
        stop(blocks.remove(index));
        var block = new Block(ReplyJson.text(content, "type"));
        blocks.put(index, block);
        switch (block.type) {
            case "text" -> draft.text(ReplyJson.text(content, "text"));
            case "thinking" -> {
                block.signature = ReplyJson.text(content, "signature");
                draft.thinking(ReplyJson.text(content, "thinking"));
            }
            case "redacted_thinking" -> {
                draft.close(null);
                draft.closeThinking(kept("redacted", ReplyJson.text(content, "data")));
            }
            case "tool_use" -> {
                block.call.named(ReplyJson.text(content, "id"), ReplyJson.text(content, "name"));
                block.call.arguments(content.path("input"));
            }
            default -> {} // What the provider did on its own.
        }
    }

    private void delta(int index, JsonNode delta) throws BadReplyException {
        Block block = blocks.get(index);
        if (block == null) {
            throw new BadReplyException(
                    "part of the answer belongs to no block: " + ReplyJson.excerpt(delta.toString()));
        }
        switch (ReplyJson.text(delta, "type")) {
            case "text_delta" -> draft.text(ReplyJson.text(delta, "text"));
            case "thinking_delta" -> draft.thinking(ReplyJson.text(delta, "thinking"));
            case "signature_delta" -> block.signature = ReplyJson.text(delta, "signature");
            case "input_json_delta" -> {
                String more = ReplyJson.text(delta, "partial_json");
                draft.count(more.length());
                block.call.arguments(delta.path("partial_json"));
            }
            default -> {} // Citations and the like.
        }
    }

    private void stop(@Nullable Block block) throws BadReplyException {
        if (block == null) {
            return;
        }
        switch (block.type) {
            case "text" -> {
                if (draft.inText()) {
                    draft.close(null);
                }
            }
            case "thinking" -> draft.closeThinking(kept("signature", block.signature));
            case "tool_use" -> draft.call(block.call, null);
            default -> {} // It was whole when it began, or is not ours.
        }
    }

    private static @Nullable Keepsake kept(String member, String value) {
        return value.isEmpty()
                ? null
                : new Keepsake(AnthropicCodec.KEEPER, Json.object().put(member, value));
    }

    private void counted(JsonNode counts) {
        for (String name :
                List.of("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")) {
            if (counts.path(name).isNumber()) {
                usage.put(name, ReplyJson.count(counts, name));
            }
        }
        JsonNode details = counts.path("output_tokens_details");
        if (details.path("thinking_tokens").isNumber()) {
            usage.put("thinking", ReplyJson.count(details, "thinking_tokens"));
        }
    }

    private void end() throws BadReplyException {
        for (Block open : List.copyOf(blocks.values())) {
            stop(open);
        }
        String word = stopped == null ? "" : stopped;
        draft.end(usage(), reason(word), word);
    }

    private Reason reason(String word) {
        return switch (word) {
            case "", "end_turn", "stop_sequence" -> draft.hasCalls() ? Reason.TOOLS : Reason.DONE;
            case "tool_use" -> draft.hasCalls() ? Reason.TOOLS : Reason.MALFORMED_CALL;
            case "max_tokens", "model_context_window_exceeded" -> Reason.LENGTH;
            case "refusal" -> Reason.REFUSED;
            default -> Reason.OTHER;
        };
    }

    private Usage usage() {
        long cached = ReplyJson.count(usage, "cache_read_input_tokens");
        long input =
                ReplyJson.count(usage, "input_tokens") + cached + ReplyJson.count(usage, "cache_creation_input_tokens");
        long thinking = ReplyJson.count(usage, "thinking");
        long output = Math.max(0, ReplyJson.count(usage, "output_tokens") - thinking);
        return new Usage(input, output, thinking, cached);
    }
}
