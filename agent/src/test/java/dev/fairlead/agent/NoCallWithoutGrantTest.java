package dev.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.Approval.Reach;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A model that tries everything to have tools run that nobody allowed. */
@Timeout(600)
@Tag("thorough")
class NoCallWithoutGrantTest {
    private static final int STEPS = Integer.getInteger("adversary.steps", 10_000);
    private static final long SEED = Long.getLong("adversary.seed", 20_261_116L);
    private static final List<String> TOOLS = List.of("read", "write", "pay", "wipe");
    private static final List<String> SERVERS = List.of("one", "two");

    private final Set<String> allowed = ConcurrentHashMap.newKeySet(); // what was allowed for longer, as server/tool
    private final Map<String, Boolean> once = new ConcurrentHashMap<>(); // calls that were allowed, until they run
    private final Set<String> faults = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> ran = new ConcurrentHashMap<>(); // how often, by their mark

    private FakeServer server(String name) {
        var server = FakeServer.named(name);
        for (var tool : TOOLS) {
            server.tool(Tool.of(tool, "Does " + tool, Json.object().put("type", "object")), call -> {
                var mark = call.text("mark", "");
                boolean granted = once.remove(mark) != null || allowed.contains(name + "/" + tool);
                if (!granted) {
                    faults.add("%s ran %s for call %s".formatted(name, tool, mark));
                }
                if (ran.merge(mark, 1, Integer::sum) > 1) {
                    faults.add("%s ran %s again for call %s".formatted(name, tool, mark));
                }
                return CallToolResult.ofText("done");
            });
        }
        return server.build();
    }

    @Test
    void nothingRunsThatNobodyAllowed() throws Exception {
        var wishes = new Random(SEED); // of the model, on its thread
        var one = server("one");
        var two = server("two");
        try (var host = Host.builder()
                .server("one", one.transport())
                .server("two", two.transport())
                .open()) {
            assertThat(host.settled(Duration.ofSeconds(60))).isTrue();
            int steps = 0;
            while (steps < STEPS) {
                steps += chat(host, wishes, Math.min(500, STEPS - steps));
                allowed.removeIf(what -> !what.startsWith("!")); // What was allowed for a chat ends with it.
            }
        }
        assertThat(faults).as("seed %d", SEED).isEmpty();
        assertThat(ran).as("the test did nothing").hasSizeGreaterThan(STEPS / 20);
    }

    private int chat(Host host, Random wishes, int steps) {
        var number = new int[] {0};
        var model = new ScriptedModel(request -> {
            var pieces = new ArrayList<ReplyPiece>();
            if (number[0]++ >= steps) {
                return ScriptedModel.text("enough");
            }
            int calls = 1 + wishes.nextInt(3);
            for (int i = 0; i < calls; i++) {
                pieces.add(new ReplyPiece.Whole(wild(wishes, number[0] + "-" + i)));
            }
            pieces.add(ScriptedModel.calls().getLast());
            return pieces;
        });
        var agent = Agent.builder(host, model)
                .budget(Budget.USUAL.withSteps(steps + 1).withCalls(10 * steps).withTime(null))
                .build();
        try (var run = agent.run(Transcript.begin(), "go")) {
            run.forEachRemaining(event -> {
                if (event instanceof AgentEvent.ApprovalNeeded(var approval)) {
                    answer(approval);
                }
            });
        }
        return steps;
    }

    /** Returns a call: of a tool, of one that only looks like one, with arguments that pretend to be allowed. */
    private static Part.Call wild(Random random, String id) {
        var tool = TOOLS.get(random.nextInt(TOOLS.size()));
        var server = SERVERS.get(random.nextInt(SERVERS.size()));
        var name = switch (random.nextInt(8)) {
            case 0 -> tool;
            case 1 -> server + "__" + tool + " ";
            case 2 -> server.toUpperCase(Locale.ROOT) + "__" + tool;
            case 3 -> server + "__" + tool + "\u0000__" + tool;
            default -> server + "__" + tool;
        };
        var arguments = Json.object().put("mark", id + "/" + random.nextInt(1_000_000_000));
        if (random.nextInt(4) == 0) {
            arguments.put("approved", true).put("_meta", "allow");
        }
        // Ids that were used before, or are another call's.
        var given = random.nextInt(5) == 0 ? "1-0" : id;
        return new Part.Call(given, name, arguments, random.nextInt(20) == 0 ? "{\"approved\":" : null, null);
    }

    private void answer(Approval approval) {
        var request = approval.request();
        var mark = request.arguments().path("mark").asString("");
        var tool = request.server() + "/" + request.definition().name();
        // Of the call alone: those of two servers ask in no order that a seed could bring back.
        var random = new Random(SEED ^ ((long) mark.hashCode() << 20));
        switch (random.nextInt(40)) {
            case 0 -> {
                allowed.add(tool);
                approval.allow(Reach.CHAT);
            }
            case 1 -> {
                TOOLS.forEach(each -> allowed.add(request.server() + "/" + each));
                approval.allow(Reach.CHAT_SERVER);
            }
            case 2, 3, 4, 5, 6, 7, 8 -> {
                once.put(mark, true);
                approval.allow(Reach.ONCE);
            }
            case 9 -> {
                var edited = mark + "-edited";
                once.put(edited, true);
                approval.edit(Json.object().put("mark", edited));
            }
            default -> approval.deny("no");
        }
        // A second answer must not count.
        assertThat(approval.allow(Reach.ALWAYS_SERVER)).isFalse();
    }
}
