package dev.fairlead.cli.chat;

import dev.fairlead.agent.Desk;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.question.Dialogue;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.Sampler;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Answers what servers ask during a chat: forms and pages as everywhere in the terminal, the wish to use the model by way of
 * the run that caused it.
 */
final class ChatQuestions {
    private final Visit visit;
    private final Sampler model;
    private final Set<String> inVain; // what was answered beforehand and never asked for
    private volatile Dialogue now;

    ChatQuestions(Visit visit, Desk desk) {
        this.visit = visit;
        this.model = Optional.ofNullable(desk.handlers(null).sampler()).orElseThrow();
        this.now = visit.dialogue();
        this.inVain = new LinkedHashSet<>(now.unused());
    }

    /** Returns what the servers' clients answer with. */
    InputHandlers handlers() {
        var roots = now.handlers().roots();
        var handlers = InputHandlers.none()
                .onForm((form, asking) ->
                        Objects.requireNonNull(now.handlers().forms()).ask(form, asking))
                .onUrl((page, asking) ->
                        Objects.requireNonNull(now.handlers().urls()).ask(page, asking))
                .onSampling((request, asking) -> (now.samples()
                                ? Objects.requireNonNull(now.handlers().sampler())
                                : model)
                        .sample(request, asking));
        return roots == null ? handlers : handlers.onRoots(roots);
    }

    /** Returns who asks the person because of the present question to the model. */
    Dialogue dialogue() {
        return now;
    }

    /** Answers to whatever is asked because of the next question to the model, which this thread follows. */
    void begin() {
        now = visit.dialogue();
    }

    /**
     * Tells whether something was declined because nobody was there; throws where an answer that was typed beforehand did
     * not fit.
     */
    boolean end() {
        var dialogue = now;
        dialogue.end();
        var trouble = dialogue.trouble();
        if (trouble.isPresent()) {
            throw trouble.get();
        }
        inVain.retainAll(dialogue.unused());
        return dialogue.declined() && !visit.mayAsk();
    }

    /** Says what was answered in vain. */
    void finish() {
        now.finish(inVain);
    }
}
