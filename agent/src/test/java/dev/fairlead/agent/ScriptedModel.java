package dev.fairlead.agent;

import dev.fairlead.agent.model.Model;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ReplyEnd.Reason;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ReplyStream;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** A model that says what a test wants. */
final class ScriptedModel implements Model {
    static final ModelName NAME = new ModelName("scripted", "one");

    private final Function<ModelRequest, List<ReplyPiece>> script;
    final List<ModelRequest> asked = new CopyOnWriteArrayList<>();

    ScriptedModel(Function<ModelRequest, List<ReplyPiece>> script) {
        this.script = script;
    }

    /** Returns a model that says these things one after the other. */
    @SafeVarargs
    @SuppressWarnings("varargs") // They are only read.
    static ScriptedModel saying(List<ReplyPiece>... replies) {
        var left = new ArrayDeque<>(Arrays.asList(replies));
        return new ScriptedModel(request -> left.isEmpty() ? text("nothing more") : left.poll());
    }

    static List<ReplyPiece> text(String text) {
        return List.of(
                new ReplyPiece.TextDelta(text),
                new ReplyPiece.Whole(Part.Text.of(text)),
                new ReplyPiece.End(new Usage(10, 5, 0, 0), new ReplyEnd(Reason.DONE, "stop")));
    }

    static List<ReplyPiece> calls(Part.Call... calls) {
        var pieces = new ArrayList<ReplyPiece>();
        for (var call : calls) {
            pieces.add(new ReplyPiece.Whole(call));
        }
        pieces.add(new ReplyPiece.End(new Usage(10, 5, 0, 0), new ReplyEnd(Reason.TOOLS, "tool_calls")));
        return pieces;
    }

    static Part.Call call(String id, String name) {
        return call(id, name, Json.object());
    }

    static Part.Call call(String id, String name, ObjectNode arguments) {
        return new Part.Call(id, name, arguments, null, null);
    }

    @Override
    public ModelName name() {
        return NAME;
    }

    @Override
    public ModelTraits traits() {
        return new ModelTraits(SchemaDialect.PLAIN, type -> true, type -> true, 1_000);
    }

    @Override
    public ReplyStream ask(ModelRequest request) {
        asked.add(request);
        var pieces = new ArrayDeque<>(script.apply(request));
        return new ReplyStream() {
            private final CountDownLatch never = new CountDownLatch(1);

            @Override
            public ReplyPiece next() throws InterruptedException {
                if (pieces.isEmpty()) {
                    never.await(); // A model that falls silent.
                }
                return pieces.poll();
            }

            @Override
            public void close() {}
        };
    }
}
