package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.Json;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Turns what comes of an answer into pieces. For one thread. */
final class ReplyParts {
    private static final int MOST_CHARACTERS = 32 * 1024 * 1024;
    private static final int MOST_CALLS = 1_000;

    private final String keeper;
    private final Failures failures;
    private final StringBuilder said = new StringBuilder();
    private final StringBuilder thought = new StringBuilder();
    private final List<ToolExecutionRequest> calls = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private List<ReplyPiece> pieces = new ArrayList<>();
    private int whole; // how much of what is open is whole already
    private boolean thinking; // what is open, if anything is
    private long fragments;

    ReplyParts(String keeper, Failures failures) {
        this.keeper = keeper;
        this.failures = failures;
    }

    /** Adds words. */
    void words(@Nullable String more) {
        add(false, more);
    }

    /** Adds to a thought. */
    void thought(@Nullable String more) {
        add(true, more);
    }

    /** Counts a part of a call. */
    void fragment(int length) {
        fragments += length;
        checkSize();
    }

    /** Keeps a call until the answer is whole, which has all of them as a rule. */
    void call(ToolExecutionRequest call) {
        if (calls.size() >= MOST_CALLS) {
            throw failures.nonsense("it asks for more than %s calls".formatted(MOST_CALLS));
        }
        calls.add(call);
    }

    /** Adds what was not told before, and ends the answer. */
    void complete(@Nullable ChatResponse response) {
        if (response == null || response.aiMessage() == null) {
            throw failures.nonsense("there is none");
        }
        var message = response.aiMessage();
        if (thought.isEmpty()) {
            thought(message.thinking());
        }
        var text = message.text();
        if (text != null && text.startsWith(said.toString())) {
            words(text.substring(said.length()));
        }
        var asked = message.hasToolExecutionRequests() ? message.toolExecutionRequests() : calls;
        close(asked.isEmpty(), Attributes.keep(keeper, message));
        pictures(message);
        if (asked.size() > MOST_CALLS) {
            throw failures.nonsense("it asks for more than %s calls".formatted(MOST_CALLS));
        }
        asked.forEach(call -> pieces.add(new ReplyPiece.Whole(part(call))));
        pieces.add(new ReplyPiece.End(usage(response.tokenUsage()), end(response.finishReason(), !asked.isEmpty())));
    }

    /** Ends the answer, which the provider does not want to be given. */
    void refused(String why) {
        close(true, null);
        pieces.add(new ReplyPiece.End(Usage.NONE, new ReplyEnd(Reason.REFUSED, Excerpt.of(why))));
    }

    /** Returns the pieces since the last time. */
    List<ReplyPiece> take() {
        var taken = pieces;
        pieces = new ArrayList<>();
        return taken;
    }

    private void add(boolean isThought, @Nullable String more) {
        if (more == null || more.isEmpty()) {
            return;
        }
        if (isThought != thinking) {
            closeOpen(null);
            thinking = isThought;
            whole = open().length();
        }
        open().append(more);
        checkSize();
        pieces.add(isThought ? new ReplyPiece.ThinkingDelta(more) : new ReplyPiece.TextDelta(more));
    }

    private StringBuilder open() {
        return thinking ? thought : said;
    }

    private void checkSize() {
        if (fragments + said.length() + thought.length() > MOST_CHARACTERS) {
            throw failures.nonsense("it has more than %s characters".formatted(MOST_CHARACTERS));
        }
    }

    /** Ends what is open, with what is to be kept; in a part of its own where nothing is open. */
    private void close(boolean last, @Nullable Keepsake keepsake) {
        boolean placed = open().length() > whole;
        closeOpen(keepsake);
        if (!placed && keepsake != null && !last) {
            pieces.add(new ReplyPiece.Whole(new Part.Thinking("", keepsake)));
        }
    }

    private void closeOpen(@Nullable Keepsake keepsake) {
        if (open().length() > whole) {
            var text = open().substring(whole);
            pieces.add(new ReplyPiece.Whole(
                    thinking
                            ? new Part.Thinking(text, keepsake == null ? Attributes.none(keeper) : keepsake)
                            : new Part.Text(text, keepsake)));
            whole = open().length();
        }
    }

    private void pictures(AiMessage message) {
        if (message.attributes() == null
                || !(message.attributes().get(AiMessage.GENERATED_IMAGES_KEY) instanceof List<?> images)) {
            return;
        }
        for (var each : images) {
            if (each instanceof Image image) {
                pieces.add(new ReplyPiece.Whole(picture(image)));
            }
        }
    }

    private static Part picture(Image image) {
        if (image.base64Data() != null) {
            var type = image.mimeType() == null ? "image/png" : image.mimeType();
            return new Part.Media(type, image.base64Data(), null);
        }
        return Part.Text.of("(a picture: %s)".formatted(image.url()));
    }

    private Part.Call part(ToolExecutionRequest call) {
        var id = call.id() == null || call.id().isBlank() || ids.contains(call.id()) ? newId() : call.id();
        ids.add(id);
        var name = call.name() == null ? "" : call.name();
        var arguments = arguments(call);
        return arguments == null
                ? new Part.Call(id, name, Json.object(), call.arguments(), null)
                : new Part.Call(id, name, arguments, null, null);
    }

    private static String newId() {
        return "call_" + UUID.randomUUID().toString().replace("-", "").substring(0, 20);
    }

    /** Returns the arguments of a call, which may be none; null if they are no object. */
    static @Nullable ObjectNode arguments(ToolExecutionRequest call) {
        var text = call.arguments();
        if (text == null || text.isBlank() || text.strip().equals("null")) {
            return Json.object();
        }
        try {
            return Json.parse(text) instanceof ObjectNode object ? object : null;
        } catch (JacksonException notJson) {
            return null; // The text itself says more than where a parser gave up.
        }
    }

    private static Usage usage(@Nullable TokenUsage usage) {
        return usage == null
                ? Usage.NONE
                : new Usage(count(usage.inputTokenCount()), count(usage.outputTokenCount()), 0, 0);
    }

    private static long count(@Nullable Integer tokens) {
        return tokens == null ? 0 : Math.max(0, tokens);
    }

    private static ReplyEnd end(@Nullable FinishReason reason, boolean calls) {
        var usual = calls ? Reason.TOOLS : Reason.DONE;
        if (reason == null) {
            return new ReplyEnd(usual, "");
        }
        var known = switch (reason) {
            case STOP, TOOL_EXECUTION -> usual;
            case LENGTH -> Reason.LENGTH;
            case CONTENT_FILTER -> Reason.REFUSED;
            case OTHER -> Reason.OTHER;
        };
        return new ReplyEnd(known, reason.name());
    }
}
