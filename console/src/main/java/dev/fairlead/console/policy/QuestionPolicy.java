package dev.fairlead.console.policy;

import dev.fairlead.agent.ModelSampler;
import dev.fairlead.client.handler.QuestionLimits;
import dev.fairlead.console.question.Questions;
import dev.fairlead.console.server.Servers;
import dev.fairlead.host.event.EventLog;
import org.jspecify.annotations.Nullable;

/** What servers may ask back, and say unasked. */
final class QuestionPolicy {
    private QuestionPolicy() {}

    static ShownPolicy of(Program.@Nullable Terminal terminal) {
        var draft = new Draft(3, "questions", "Questions of servers")
                .always("servers", "The same holds for every server.")
                .always(
                        "sampling",
                        "A model answers a server only if a person agrees, each time, with at most %s tokens; a chat in the"
                                        .formatted(ModelSampler.MOST_TOKENS)
                                + " terminal declines beyond %s for one question."
                                        .formatted(Words.count(ModelSampler.MOST_USES, "use")))
                .always(
                        "elicitation",
                        "Forms and pages are put to a person, with the name of the server. At the console at most %s questions"
                                        .formatted(Questions.MOST_OPEN)
                                + " of each server are open at once; for more it hears that nobody was asked, and its"
                                + " log says so.");
        if (terminal != null) {
            draft.always(
                    "terminal",
                    "The terminal asks one thing at a time; beyond %s in one visit, or %s in a form, it declines."
                            .formatted(
                                    Words.count(terminal.questions(), "question"),
                                    Words.count(terminal.fields(), "field")));
        }
        return draft.always(
                        "roots",
                        "No folder is told, unless --root names it, or a person at the console does when it is asked"
                                + " for.")
                .always(
                        "logging",
                        "What servers log is kept within limits: a host remembers %s events, the console %s lines of each"
                                        .formatted(EventLog.USUAL_EVENTS, Servers.LOG_LINES)
                                + " server.")
                .always(
                        "limits",
                        "A connection works on %s questions at once, an answer may hold %s, and a call fails after %s of them."
                                .formatted(
                                        QuestionLimits.AT_ONCE,
                                        QuestionLimits.IN_ONE_ANSWER,
                                        Words.count(QuestionLimits.ROUNDS, "round")))
                .always("programs", "A program answers nothing, and declares nothing, before it sets InputHandlers.")
                .change(
                        "--answer answers beforehand, for one command; --root names a folder.",
                        "No setting changes the limits.");
    }
}
