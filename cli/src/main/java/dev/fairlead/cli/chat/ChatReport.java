package dev.fairlead.cli.chat;

import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.model.ModelName;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.agent.model.Usage;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.Visit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What came of one question.
 *
 * @param before the conversation that it continued
 * @param obstacle why calls were denied although nobody decided so; null if none were
 */
record ChatReport(
        ModelName model,
        Transcript before,
        AgentEvent.Finished finished,
        @Nullable RuntimeException obstacle,
        Visit visit)
        implements dev.fairlead.cli.frame.Outcome {

    @Override
    public void show(Page page) {
        // The model's words were shown as they came.
    }

    @Override
    public void tell(ObjectNode document) {
        var transcript = finished.transcript();
        var turns = transcript
                .turns()
                .subList(before.turns().size(), transcript.turns().size());
        document.put("answer", finished.outcome() instanceof Outcome.Answered answered ? answered.text() : null)
                .put("outcome", word())
                .put(
                        "end",
                        finished.outcome() instanceof Outcome.Answered answered ? AnswerEnd.word(answered.end()) : null)
                .put("model", model.toString())
                .put(
                        "steps",
                        turns.stream().filter(Turn.Results.class::isInstance).count());
        var all = transcript.toJson().path("calls");
        var calls = document.putArray("calls");
        for (int i = before.calls().size(); i < all.size(); i++) {
            calls.add(all.get(i));
        }
        var usage = turns.stream()
                .map(turn -> turn instanceof Turn.Replied replied ? replied.usage() : Usage.NONE)
                .reduce(Usage.NONE, Usage::plus);
        document.putObject("usage")
                .put("input", usage.input())
                .put("output", usage.output())
                .put("thinking", usage.thinking())
                .put("cached", usage.cached());
    }

    @Override
    public @Nullable Failure failure() {
        return switch (finished.outcome()) {
            case Outcome.Answered answered -> failure(answered);
            case Outcome.OutOfBudget(var limit, var words) ->
                failed(ExitCode.TIMED_OUT, "out-of-budget", words + "; --max-steps allows more");
            case Outcome.Stopped stopped -> failed(ExitCode.INTERRUPTED, "interrupted", "interrupted");
            case Outcome.Failed(var words, var cause) ->
                cause == null ? failed(ExitCode.UNEXPECTED, "model", words) : visit.judge(cause);
        };
    }

    private @Nullable Failure failure(Outcome.Answered answered) {
        var trouble = AnswerEnd.trouble(answered);
        if (trouble.isPresent()) {
            return failed(ExitCode.UNREACHABLE, "model-gave-no-answer", trouble.get());
        }
        return obstacle == null ? null : visit.judge(obstacle);
    }

    private Failure failed(ExitCode code, String type, String words) {
        return visit.judge(new UnusableException(code, type, words));
    }

    private String word() {
        return switch (finished.outcome()) {
            case Outcome.Answered answered -> "answered";
            case Outcome.OutOfBudget spent -> "out-of-budget";
            case Outcome.Stopped stopped -> "stopped";
            case Outcome.Failed failed -> "failed";
        };
    }
}
