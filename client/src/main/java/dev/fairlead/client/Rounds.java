package dev.fairlead.client;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.QuestionLimits;
import dev.fairlead.client.peer.Begun;
import dev.fairlead.client.peer.CallScope;
import dev.fairlead.client.peer.Closing;
import dev.fairlead.client.peer.Invocation;
import dev.fairlead.client.peer.Peer;
import dev.fairlead.client.peer.Questionnaire;
import dev.fairlead.client.peer.Reply;
import dev.fairlead.protocol.error.CallTimeoutException;
import dev.fairlead.protocol.error.Durations;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.TooManyRoundsException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** Repeats a call until the server has every answer it asked for. Written once, for both eras. */
final class Rounds {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final Peer peer;
    private final Questionnaire questionnaire;
    private final Closing closing;
    private final String server;

    Rounds(Peer peer, Questionnaire questionnaire, Closing closing, String server) {
        this.peer = peer;
        this.questionnaire = questionnaire;
        this.closing = closing;
        this.server = server;
    }

    /** A result, and whether the server asked something on the way to it. */
    record Outcome(ObjectNode result, boolean asked) {}

    private record Last(Reply reply, boolean asked) {}

    /** Returns the first reply that asks nothing. */
    Reply complete(Invocation first, CallScope scope) {
        return last(first, scope).reply();
    }

    /** Returns the result, also where it comes later. */
    ObjectNode result(Invocation first, CallScope scope) {
        return outcome(first, scope).result();
    }

    /** Returns the result, also where it comes later, and how it came about. */
    Outcome outcome(Invocation first, CallScope scope) {
        var last = last(first, scope);
        var result = last.reply() instanceof Reply.Deferred later
                ? peer.await(later.task(), first, scope)
                : ((Reply.Complete) last.reply()).result(); // Questions were answered below.
        return new Outcome(result, last.asked());
    }

    private Last last(Invocation first, CallScope scope) {
        var next = first;
        for (int round = 1; round <= QuestionLimits.ROUNDS; round++) {
            var reply = round == 1 ? peer.call(first, scope) : again(next, first, scope);
            if (!(reply instanceof Reply.InputRequired ask)) {
                return new Last(reply, round > 1);
            }
            if (round == QuestionLimits.ROUNDS) {
                break; // Nobody should answer what nobody will read.
            }
            if (ask.requests().isEmpty()) {
                pause(first, round, scope);
            }
            var answers = questionnaire.answer(ask.requests(), new Asking(server, first.words()), first, scope);
            // Built from the first call, never from the last: old answers and old state cannot leak.
            next = first.answering(answers, ask.state());
        }
        throw new TooManyRoundsException(first.words(), server, QuestionLimits.ROUNDS + " rounds");
    }

    private Reply again(Invocation answers, Invocation first, CallScope scope) {
        try {
            return peer.call(answers, scope);
        } catch (McpException failure) {
            // An error, too, may be about the answers alone; the server has worked on the call before.
            throw new Begun(first, server).told(failure);
        }
    }

    /** Waits a little before asking again where the server only wanted time: without this it would be a busy loop. */
    private void pause(Invocation call, int round, CallScope scope) {
        var until = Deadline.after(FIRST_PAUSE.multipliedBy(1L << (round - 1))).orEarlier(scope.total());
        closing.pause(until, call.words(), server);
        if (scope.total().passed()) {
            throw new CallTimeoutException(
                    call.words(),
                    server,
                    "none within " + Durations.words(scope.limits().total()),
                    scope.elapsed(),
                    null,
                    true);
        }
    }
}
