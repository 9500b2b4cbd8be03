package dev.fairlead.agent;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.SamplingMessage;
import dev.fairlead.protocol.SamplingRequest;
import dev.fairlead.protocol.SamplingResult;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Lets a model answer what a server asks it, without tools. Somebody should have allowed that. */
public final class ModelSampler {
    /** How long an answer to a server may be, in tokens, whatever it asks for. */
    public static final int MOST_TOKENS = 8_192;

    /** How long an answer of a model may take, unless somebody says otherwise. */
    static final Duration LONGEST_ANSWER = Duration.ofMinutes(20);

    /** How often servers may use the model in one run; each time somebody is asked, who is not to be worn down. */
    public static final int MOST_USES = 25;

    private final Model model;
    private final Duration answering;
    private final long mostTokens;
    private final Consumer<Usage> spent;

    /** Lets a model answer, at most as long as one answer should be. */
    public ModelSampler(Model model) {
        this(model, LONGEST_ANSWER, MOST_TOKENS, usage -> {});
    }

    /**
     * Makes one for one answer.
     *
     * @param answering how long it may take
     * @param left how many tokens there are for it
     * @param spent is told how many it took
     */
    ModelSampler(Model model, Duration answering, long left, Consumer<Usage> spent) {
        this.model = model;
        this.answering = answering;
        this.mostTokens = Math.clamp(left, 1, MOST_TOKENS);
        this.spent = spent;
    }

    /** Asks the model; throws a {@link dev.fairlead.agent.model.ModelException} if that fails. */
    public SamplingResult answer(SamplingRequest request) throws InterruptedException {
        var tuning = new Tuning(request.temperature(), (int) Math.clamp(request.maxTokens(), 1, mostTokens), false);
        var instructions = request.systemPrompt() == null ? "" : request.systemPrompt();
        var asked = new ModelRequest(
                instructions, request.messages().stream().map(this::turn).toList(), List.of(), tuning);
        return Overtime.within(answering, model.name(), () -> read(asked));
    }

    private SamplingResult read(ModelRequest asked) throws InterruptedException {
        var content = new ArrayList<ContentBlock>();
        try (var reply = model.ask(asked)) {
            while (true) {
                switch (reply.next()) {
                    case ReplyPiece.Whole(Part.Text(var text, var keepsake)) -> content.add(ContentBlock.text(text));
                    case ReplyPiece.Whole(Part.Media(var type, var data, var keepsake)) -> {
                        content.addAll(media(type, data));
                    }
                    case ReplyPiece.End(var usage, var end) -> {
                        spent.accept(usage);
                        return new SamplingResult(
                                "assistant",
                                content.isEmpty() ? List.of(ContentBlock.text("")) : content,
                                false,
                                model.name().toString(),
                                reason(end),
                                null,
                                Json.object());
                    }
                    case ReplyPiece.Whole whole -> {}
                    case ReplyPiece.TextDelta delta -> {}
                    case ReplyPiece.ThinkingDelta delta -> {}
                }
            }
        }
    }

    private Turn turn(SamplingMessage message) {
        var parts = message.content().stream().flatMap(this::part).toList();
        return message.role().equals("assistant")
                ? new Turn.Replied(model.name(), parts, Usage.NONE, new ReplyEnd(ReplyEnd.Reason.DONE, ""))
                : new Turn.Asked(parts);
    }

    private Stream<Part> part(ContentBlock block) {
        return switch (block) {
            case ContentBlock.Text text -> Stream.of(Part.Text.of(text.text()));
            case ContentBlock.Image image -> taken(image.mimeType(), image.data());
            case ContentBlock.Audio audio -> taken(audio.mimeType(), audio.data());
            default -> Stream.of(Part.Text.of("(content of type %s, which cannot be shown)".formatted(block.type())));
        };
    }

    private Stream<Part> taken(String type, String data) {
        return model.traits().takes().test(type)
                ? Stream.of(new Part.Media(type, data, null))
                : Stream.of(Part.Text.of("(content of type %s, which this model does not take)".formatted(type)));
    }

    private static List<ContentBlock> media(String type, String data) {
        if (type.startsWith("image/")) {
            return List.of(new ContentBlock.Image(data, type, null, null, Json.object()));
        }
        return type.startsWith("audio/")
                ? List.of(new ContentBlock.Audio(data, type, null, null, Json.object()))
                : List.of();
    }

    private static String reason(ReplyEnd end) {
        return switch (end.reason()) {
            case DONE -> "endTurn";
            case LENGTH -> "maxTokens";
            case TOOLS, REFUSED, MALFORMED_CALL, OTHER -> end.detail();
        };
    }
}
