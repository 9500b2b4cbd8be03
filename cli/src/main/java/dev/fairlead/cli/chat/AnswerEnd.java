package dev.fairlead.cli.chat;

import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.model.ReplyEnd;
import java.util.Locale;
import java.util.Optional;

/** Says in words how an answer ended that is not as it should be. */
final class AnswerEnd {
    private AnswerEnd() {}

    /** Returns a word for programs. */
    static String word(ReplyEnd end) {
        return end.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns why there is no answer, although the model has ended. */
    static Optional<String> trouble(Outcome.Answered answered) {
        var detail = answered.end().detail();
        return switch (answered.end().reason()) {
            case REFUSED -> Optional.of("the model will not, or may not, answer this (%s)".formatted(detail));
            case MALFORMED_CALL -> Optional.of("the model wanted to call a tool, and did not say it in a readable way");
            case DONE, TOOLS, LENGTH, OTHER ->
                answered.text().isBlank()
                        ? Optional.of("the model said nothing (%s); ask again, or another one".formatted(detail))
                        : Optional.empty();
        };
    }

    /** Returns what to know about an answer that is there. */
    static Optional<String> remark(Outcome.Answered answered) {
        return switch (answered.end().reason()) {
            case LENGTH -> Optional.of("the answer was cut off, because it became too long");
            case OTHER ->
                Optional.of("the answer may not be whole (%s)"
                        .formatted(answered.end().detail()));
            case DONE, TOOLS, REFUSED, MALFORMED_CALL -> Optional.empty();
        };
    }
}
