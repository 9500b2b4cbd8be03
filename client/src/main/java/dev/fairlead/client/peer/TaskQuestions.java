package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.QuestionLimits;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.Task;
import dev.fairlead.protocol.rpc.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The questions of one task: each is put to people once, and answered once, as their keys are never used twice. */
final class TaskQuestions {
    private final Questionnaire questionnaire;
    private final TaskPolling polling;
    private final Asking asking;
    private final Invocation call;
    private final CallScope scope;
    private final Set<String> answered = new HashSet<>();
    private final Map<String, InputResponse> given = new LinkedHashMap<>(); // outlasts a server that turns it away

    TaskQuestions(Questionnaire questionnaire, TaskPolling polling, Asking asking, Invocation call, CallScope scope) {
        this.questionnaire = questionnaire;
        this.polling = polling;
        this.asking = asking;
        this.call = call;
        this.scope = scope;
    }

    /** Answers what was not answered before. */
    void answer(Task state) {
        long fresh = state.more()
                .path("inputRequests")
                .propertyStream()
                .filter(entry -> !answered.contains(entry.getKey()))
                .count();
        if (fresh > QuestionLimits.IN_ONE_ANSWER) {
            throw polling.violation(
                    "%s questions at once, more than %s".formatted(fresh, QuestionLimits.IN_ONE_ANSWER));
        }
        var open = new LinkedHashMap<>(state.inputRequests());
        open.keySet().removeAll(answered);
        given.keySet().retainAll(open.keySet());
        if (open.isEmpty()) {
            return;
        }
        var unasked = new LinkedHashMap<>(open);
        unasked.keySet().removeAll(given.keySet());
        given.putAll(questionnaire.answer(unasked, asking, call, scope));
        var params = Json.object().put("taskId", state.taskId());
        var responses = params.putObject("inputResponses");
        given.forEach((key, answer) -> responses.set(key, answer.toJson()));
        var ignored = polling.ask("tasks/update", params);
        answered.addAll(given.keySet());
    }
}
