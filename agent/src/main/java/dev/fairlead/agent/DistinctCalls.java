package dev.fairlead.agent;

import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/**
 * Gives the calls of an answer ids that no other call of the conversation has. There are providers that number the calls
 * of every answer from the same number on; whoever follows a conversation could not tell those apart.
 */
final class DistinctCalls {
    private DistinctCalls() {}

    static Turn.Replied of(Turn.Replied reply, Transcript before) {
        if (reply.calls().isEmpty()) {
            return reply;
        }
        var taken = new HashSet<String>();
        before.turns().forEach(turn -> {
            if (turn instanceof Turn.Replied earlier) {
                earlier.calls().forEach(call -> taken.add(call.id()));
            }
        });
        var parts = new ArrayList<Part>();
        for (var part : reply.parts()) {
            parts.add(part instanceof Part.Call call ? distinct(call, taken) : part);
        }
        return new Turn.Replied(reply.model(), parts, reply.usage(), reply.end());
    }

    private static Part distinct(Part.Call call, Set<String> taken) {
        if (taken.add(call.id())) {
            return call;
        }
        for (int number = 2; ; number++) {
            var id = call.id() + "-" + number;
            if (taken.add(id)) {
                return new Part.Call(id, call.name(), call.arguments(), call.unreadable(), call.keepsake());
            }
        }
    }
}
