package dev.fairlead.agent;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one answer of a model, and tells of it while it comes. For one thread. */
final class ReplyReading {
    private final Model model;
    private final Outlet outlet;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder unfinished = new StringBuilder();

    ReplyReading(Model model, Outlet outlet) {
        this.model = model;
        this.outlet = outlet;
    }

    Turn.Replied read(ModelRequest request) throws InterruptedException {
        try (var reply = model.ask(request)) {
            while (true) {
                switch (reply.next()) {
                    case ReplyPiece.TextDelta(var text) -> {
                        unfinished.append(text);
                        outlet.put(new AgentEvent.TextDelta(text));
                    }
                    case ReplyPiece.ThinkingDelta(var text) -> outlet.put(new AgentEvent.ThinkingDelta(text));
                    case ReplyPiece.Whole(var part) -> whole(part);
                    case ReplyPiece.End(var usage, var end) -> {
                        return new Turn.Replied(model.name(), cutOff(end.reason()) ? voided(parts) : parts, usage, end);
                    }
                }
            }
        }
    }

    /** Returns what the person has seen of an answer that was cut off; thoughts and calls of it are void. */
    Optional<Turn.Replied> seen() {
        var texts = new ArrayList<Part>(
                parts.stream().filter(Part.Text.class::isInstance).toList());
        if (!unfinished.isEmpty()) {
            texts.add(Part.Text.of(unfinished.toString()));
        }
        return Transcript.text(texts).isBlank()
                ? Optional.empty()
                : Optional.of(new Turn.Replied(
                        model.name(), texts, Usage.NONE, new ReplyEnd(ReplyEnd.Reason.OTHER, "cut off")));
    }

    private static boolean cutOff(ReplyEnd.Reason reason) {
        return switch (reason) {
            case LENGTH, REFUSED, OTHER -> true;
            case DONE, TOOLS, MALFORMED_CALL -> false;
        };
    }

    /**
     * Makes the last call unreadable: nobody knows whether the model had written all of it, since one of which no
     * arguments came yet looks like one that has none.
     */
    private static List<Part> voided(List<Part> parts) {
        var all = new ArrayList<>(parts);
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i) instanceof Part.Call call) {
                if (call.unreadable() == null) {
                    var written = Json.write(call.arguments());
                    all.set(i, new Part.Call(call.id(), call.name(), call.arguments(), written, call.keepsake()));
                }
                break;
            }
        }
        return all;
    }

    private void whole(Part part) throws InterruptedException {
        parts.add(part);
        switch (part) {
            case Part.Text text -> unfinished.setLength(0);
            case Part.Media media -> outlet.put(new AgentEvent.MediaShown(media));
            case Part.Thinking thinking -> {}
            case Part.Call call -> {}
        }
    }
}
