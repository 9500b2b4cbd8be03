package dev.fairlead.client.peer;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.QuestionFailedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Answers a set of questions one after the other, while the call that they belong to stays within its limits. */
public final class Questionnaire implements AutoCloseable {
    private final Questions questions;
    private final Set<Thread> asking = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Has the questions answered by {@code questions}. */
    public Questionnaire(Questions questions) {
        this.questions = questions;
    }

    /** Returns an answer to every question; throws if one cannot be answered, or not in time. */
    public Map<String, InputResponse> answer(
            Map<String, InputRequest> requests, Asking asking, Invocation call, CallScope scope) {
        var answers = new LinkedHashMap<String, InputResponse>();
        requests.forEach((key, question) -> answers.put(key, answer(question, asking, call, scope)));
        return answers;
    }

    private InputResponse answer(InputRequest question, Asking asking, Invocation call, CallScope scope) {
        var answer = new AtomicReference<@Nullable InputResponse>();
        var failure = new AtomicReference<@Nullable McpException>();
        // On a thread of its own, so that the limits of the call hold whatever the handler does.
        var thread = Thread.ofVirtual()
                .name("fairlead-" + asking.server() + "-question")
                .unstarted(() -> {
                    try {
                        answer.set(questions.answer(question, asking));
                    } catch (Questions.NoAnswer none) {
                        failure.set(new QuestionFailedException(
                                call.words(), asking.server(), none.getMessage(), none.getCause()));
                    } catch (InterruptedException cancelled) {
                        failure.set(new CallCancelledException(call.words(), asking.server(), true));
                    }
                });
        start(thread, asking.server(), call);
        try {
            join(thread, asking, call, scope);
        } finally {
            this.asking.remove(thread);
        }
        var given = answer.get();
        if (given != null) {
            return given;
        }
        if (closed) {
            throw new ClientClosedException(call.words(), asking.server(), true);
        }
        var why = failure.get();
        throw why != null ? why : new QuestionFailedException(call.words(), asking.server(), "no answer", null);
    }

    private void start(Thread thread, String server, Invocation call) {
        asking.add(thread);
        if (closed) {
            asking.remove(thread);
            throw new ClientClosedException(call.words(), server, true);
        }
        thread.start();
    }

    /** Ends the questions that are open, and asks no more. */
    @Override
    public void close() {
        closed = true;
        asking.forEach(Thread::interrupt);
    }

    private static void join(Thread thread, Asking asking, Invocation call, CallScope scope) {
        boolean done = false;
        try {
            done = thread.join(scope.total().remaining());
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException(call.words(), asking.server(), true);
        } finally {
            if (!done) {
                thread.interrupt();
            }
        }
        if (!done) {
            throw new CallTimeoutException(
                    call.words(),
                    asking.server(),
                    "its question was not answered within "
                            + Durations.words(scope.limits().total()),
                    scope.elapsed(),
                    null,
                    true);
        }
    }
}
