package dev.fairlead.console.policy;

import dev.fairlead.agent.Budget;
import dev.fairlead.console.keep.Settings;
import java.util.ArrayList;

/** How far a model may go. */
final class AgentPolicy {
    private AgentPolicy() {}

    static ShownPolicy of(Standing standing) {
        var draft = new Draft(8, "agent", "Agent")
                .add("terminal", "In the terminal a question may take %s.".formatted(words(Budget.USUAL)), Draft.USUAL);
        draft.read("console", "How far a question may go at the console", standing.console(), Settings::stepsIn)
                .ifPresent(steps -> draft.add(
                        "console",
                        "At the console a question may take %s.".formatted(words(Budget.USUAL.withSteps(steps.most()))),
                        steps.chosen() ? standing.console().toString() : Draft.USUAL));
        return draft.always("approvals", "Approvals come from a person, never from what a model or a tool wrote.")
                .always(
                        "results",
                        "What tools answer is put before the model as data, between marks that it cannot hold.")
                .always("unknown", "A call of unknown outcome is told to the model as that.")
                .change("fairlead chat --max-steps N; at the console, the settings; in a program,"
                        + " Agent.Builder.budget.");
    }

    private static String words(Budget budget) {
        var limits = new ArrayList<String>();
        limits.add(Words.count(budget.steps(), "step"));
        limits.add(Words.count(budget.calls(), "call"));
        limits.add(budget.time() == null ? "any time" : Words.time(budget.time()));
        limits.add(budget.tokens() == null ? "any number of tokens" : Words.count(budget.tokens(), "token"));
        limits.add(budget.cost() == null ? "any cost" : "a cost of " + budget.cost());
        return String.join(", ", limits);
    }
}
