package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The order that tool calls and their results must keep in a conversation. */
final class SamplingRules {
    private final List<String> problems = new ArrayList<>();
    private Set<String> open = Set.of();

    private SamplingRules() {}

    static List<String> problems(List<SamplingMessage> messages) {
        var rules = new SamplingRules();
        for (int i = 0; i < messages.size(); i++) {
            rules.check("messages[%s]".formatted(i), messages.get(i));
        }
        rules.leftOpen("the end");
        return List.copyOf(rules.problems);
    }

    private void check(String where, SamplingMessage message) {
        var results = ids(message, ContentBlock.ToolOutput.class);
        if (results.isEmpty()) {
            leftOpen(where);
        } else {
            answer(where, message, results);
        }
        var calls = ids(message, ContentBlock.ToolUse.class);
        if (!calls.isEmpty() && !message.role().equals("assistant")) {
            problems.add(where + ": only an assistant calls tools");
        }
        open = calls;
    }

    private void answer(String where, SamplingMessage message, Set<String> results) {
        if (!message.role().equals("user")) {
            problems.add(where + ": only a user brings results of tools");
        }
        if (!message.content().stream().allMatch(ContentBlock.ToolOutput.class::isInstance)) {
            problems.add(where + ": mixes results of tools with other content");
        }
        for (var id : results) {
            if (!open.contains(id)) {
                problems.add("%s: answers %s, which the message before did not call".formatted(where, quoted(id)));
            }
        }
        var unanswered = new LinkedHashSet<>(open);
        unanswered.removeAll(results);
        open = unanswered;
        leftOpen(where);
    }

    private void leftOpen(String where) {
        for (var id : open) {
            problems.add("%s: the call %s is not answered".formatted(where, quoted(id)));
        }
        open = Set.of();
    }

    private static Set<String> ids(SamplingMessage message, Class<? extends ContentBlock> kind) {
        var ids = new LinkedHashSet<String>();
        for (var block : message.content()) {
            if (kind.isInstance(block)) {
                ids.add(
                        block instanceof ContentBlock.ToolUse call
                                ? call.id()
                                : ((ContentBlock.ToolOutput) block).toolUseId());
            }
        }
        return ids;
    }

    private static String quoted(String id) {
        return '\'' + Excerpt.of(id) + '\'';
    }
}
