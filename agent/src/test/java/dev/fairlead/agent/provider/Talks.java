package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Keepsake;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Conversations to be put into requests. */
final class Talks {
    static final Part PICTURE = new Part.Media("image/png", "iVBORw0KGgo=", null);
    static final List<ToolSpec> TOOLS = List.of(
            new ToolSpec(
                    "add",
                    "Adds two numbers",
                    object("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"}}}")),
            new ToolSpec("shot", "", object("{\"type\":\"object\"}")));

    private Talks() {}

    /** Everything that a conversation can contain, with the keepsakes of one provider and those of another. */
    static ModelRequest everything(String keeper) {
        return new ModelRequest(
                "Be brief.",
                List.of(
                        new Turn.Asked(List.of(
                                Part.Text.of("What is this?"),
                                PICTURE,
                                new Part.Media("application/pdf", "JVBERg==", null),
                                new Part.Media("audio/wav", "UklGRg==", null))),
                        reply(
                                new Part.Thinking(
                                        "Of another.",
                                        new Keepsake("gemini", Json.object().put("x", 1))),
                                Part.Text.of("A fish.")),
                        Turn.Asked.of("Add 2 and 3, and show me."),
                        reply(
                                new Part.Thinking("Two tools.", keepsake(keeper, "rs_1")),
                                new Part.Text("Yes.", keepsake(keeper, "msg_1")),
                                new Part.Call(
                                        "call_1", "add", object("{\"a\":2,\"b\":3}"), null, keepsake(keeper, "fc_1")),
                                new Part.Call("call_2", "shot", object("{}"), null, keepsake(keeper, "fc_2")),
                                new Part.Call("call_3", "add", object("{}"), "{\"a\":", keepsake(keeper, "fc_3"))),
                        new Turn.Results(List.of(
                                new CallResult("call_1", "add", false, List.of(Part.Text.of("5"))),
                                new CallResult("call_2", "shot", false, List.of(Part.Text.of("Here."), PICTURE)),
                                new CallResult("call_3", "add", true, List.of(Part.Text.of("No JSON.")))))),
                TOOLS,
                new Tuning(0.5, 1000, true));
    }

    /** Everything that providers refuse to hear as it is. */
    static ModelRequest awkward() {
        return new ModelRequest(
                " ",
                List.of(
                        reply(Part.Text.of("I begin.")),
                        new Turn.Results(List.of(
                                new CallResult("nobody", "gone", false, List.of(Part.Text.of("A stray."), PICTURE)))),
                        Turn.Asked.of("  \n"),
                        reply(Part.Text.of(" "), new Part.Thinking("Nothing to keep.", null)),
                        new Turn.Asked(List.of()),
                        reply(
                                PICTURE,
                                call("functions.look up:0", "look up!"),
                                call("functions.look up:0", ""),
                                call("c".repeat(100), "x".repeat(100))),
                        new Turn.Results(List.of(
                                new CallResult("functions.look up:0", "look up!", false, List.of()),
                                new CallResult("functions.look up:0", "", false, List.of(Part.Text.of(""))),
                                new CallResult("other", "other", true, List.of(PICTURE)))),
                        reply(call("call_9", "add")),
                        Turn.Asked.of("Never mind."),
                        reply(call("call_9", "add"))),
                List.of(),
                new Tuning(null, null, false));
    }

    /** A conversation of any turns in any order. */
    static ModelRequest any(Random random, String keeper) {
        var turns = new ArrayList<Turn>();
        int length = random.nextInt(9);
        for (int i = 0; i < length; i++) {
            turns.add(
                    switch (random.nextInt(3)) {
                        case 0 -> new Turn.Asked(parts(random, keeper, false));
                        case 1 -> reply(parts(random, keeper, true).toArray(Part[]::new));
                        default -> new Turn.Results(results(random, keeper));
                    });
        }
        return new ModelRequest(
                random.nextBoolean() ? "" : "Be brief.",
                turns,
                random.nextBoolean() ? List.of() : TOOLS,
                new Tuning(random.nextBoolean() ? null : 1.0, random.nextBoolean() ? null : 99, random.nextBoolean()));
    }

    private static List<Part> parts(Random random, String keeper, boolean ofModel) {
        var parts = new ArrayList<Part>();
        int length = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            var keepsake = random.nextInt(3) == 0 ? null : keepsake(random.nextBoolean() ? keeper : "other", "k" + i);
            parts.add(
                    switch (random.nextInt(ofModel ? 5 : 3)) {
                        case 0 -> new Part.Text(random.nextBoolean() ? "Hello" : " \t", keepsake);
                        case 1 -> PICTURE;
                        case 2 -> new Part.Media("audio/wav", "UklGRg==", null);
                        case 3 -> new Part.Thinking(random.nextBoolean() ? "Hm" : "", keepsake);
                        default ->
                            new Part.Call(
                                    id(random), random.nextBoolean() ? "add" : "ä b", Json.object(), null, keepsake);
                    });
        }
        return parts;
    }

    private static List<CallResult> results(Random random, String keeper) {
        var results = new ArrayList<CallResult>();
        int length = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            results.add(new CallResult(id(random), "add", random.nextBoolean(), parts(random, keeper, false)));
        }
        return results;
    }

    private static String id(Random random) {
        return List.of("a", "b", "call_1", "ä", "", "x".repeat(80)).get(random.nextInt(6));
    }

    /** Returns the same, with all replies said by one model. */
    static ModelRequest saidBy(String model, ModelRequest request) {
        var turns = request.turns().stream()
                .map(turn -> turn instanceof Turn.Replied said
                        ? new Turn.Replied(new ModelName("some", model), said.parts(), said.usage(), said.end())
                        : turn)
                .toList();
        return new ModelRequest(request.instructions(), turns, request.tools(), request.tuning());
    }

    private static Turn.Replied reply(Part... parts) {
        return new Turn.Replied(
                new ModelName("some", "model"), List.of(parts), Usage.NONE, new ReplyEnd(ReplyEnd.Reason.DONE, ""));
    }

    private static Part.Call call(String id, String name) {
        return new Part.Call(id, name, Json.object(), null, null);
    }

    private static @Nullable Keepsake keepsake(String keeper, String id) {
        // Each codec finds in it what it would have put there.
        var data = Json.object()
                .put("id", id)
                .put("encrypted_content", "gAAA")
                .put("signature", "c2ln")
                .put("member", "reasoning_content");
        data.putArray("summary").addObject().put("type", "summary_text").put("text", "Two tools.");
        return new Keepsake(keeper, data);
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) Json.parse(json);
    }
}
