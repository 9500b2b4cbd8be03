package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * How long an answer of a model of Anthropic may become and how it is asked to think, both of which depend on its age.
 *
 * @param version ten times the number in its name, such as 45 for 4.5; 0 if it has none
 */
record AnthropicThinking(int version) {
    private static final Pattern NUMBERED = Pattern.compile("claude-(?:[a-z]+-)?(\\d{1,2})(?:[-.](\\d))?(?!\\d)");
    private static final int FIRST_TO_WRITE_8K = 35;
    private static final int FIRST_TO_THINK = 37;
    private static final int FIRST_TO_CHOOSE = 46;
    private static final int LEAST_BUDGET = 1_024;
    private static final int USUAL_BUDGET = 8_192;

    static AnthropicThinking of(String model) {
        var found = NUMBERED.matcher(model);
        if (!found.find()) {
            return new AnthropicThinking(0);
        }
        int minor = found.group(2) == null ? 0 : Integer.parseInt(found.group(2));
        return new AnthropicThinking(10 * Integer.parseInt(found.group(1)) + minor);
    }

    /** Returns how long an answer may become if nobody says so; the provider insists on a limit, and has limits. */
    int usualLength() {
        if (version >= FIRST_TO_THINK) {
            return 32_000;
        }
        return version == 0 || version >= FIRST_TO_WRITE_8K ? 8_192 : 4_096;
    }

    /** Asks the model to think and to tell what, where it can do so. */
    void ask(ObjectNode body, ModelRequest request, List<Step> steps, int length) {
        boolean wanted = request.tuning().showThinking() && request.tuning().temperature() == null;
        if (!wanted || version < FIRST_TO_THINK) {
            return; // A temperature and thinking exclude each other.
        }
        if (version >= FIRST_TO_CHOOSE) {
            body.putObject("thinking").put("type", "adaptive").put("display", "summarized");
        } else if (length >= 2 * LEAST_BUDGET && steps.stream().allMatch(AnthropicThinking::mayGoOn)) {
            int budget = Math.min(USUAL_BUDGET, length / 2);
            body.putObject("thinking").put("type", "enabled").put("budget_tokens", budget);
        }
    }

    /** Older models cannot begin to think in the middle of calls: all of those have to follow a thought. */
    private static boolean mayGoOn(Step step) {
        return !(step instanceof Step.Answered answered)
                || !answered.running()
                || answered.parts().getFirst() instanceof Part.Thinking;
    }
}
