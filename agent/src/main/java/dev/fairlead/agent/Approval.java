package dev.fairlead.agent;

import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Scope;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** The question whether a call that a model asked for may be made. The first answer counts. */
public final class Approval {
    private final String callId;
    private final ApprovalRequest request;
    private final ChatGrants grants;
    private final OneAnswer<Answer> answer = new OneAnswer<>();

    Approval(String callId, ApprovalRequest request, ChatGrants grants) {
        this.callId = callId;
        this.request = request;
        this.grants = grants;
    }

    /** How far a yes reaches. */
    public enum Reach {
        /** This call. */
        ONCE,
        /** Calls of this tool, as it is defined now, in this chat. */
        CHAT,
        /** Calls of all tools of this server in this chat. */
        CHAT_SERVER,
        /** Calls of this tool, as it is defined now, from now on. */
        ALWAYS,
        /** Calls of all tools of this server from now on. */
        ALWAYS_SERVER
    }

    /** Returns which call it is about. */
    public String callId() {
        return callId;
    }

    /** Returns what is asked. Its texts come from a server or a model, and are not fit to be shown as they are. */
    public ApprovalRequest request() {
        return request;
    }

    /** Says yes, and to whatever else was asked meanwhile and is in its reach; tells whether that was the first answer. */
    public boolean allow(Reach reach) {
        boolean first = say(reach);
        if (first) {
            grants.spread(reach);
            grants.keep(request, reach);
        }
        return first;
    }

    /**
     * Says yes, as {@link #allow} does, but answers nothing else that was asked already: for whoever shows several questions
     * at once, in which somebody may be changing arguments. Tells whether that was the first answer.
     */
    public boolean allowAlone(Reach reach) {
        boolean first = say(reach);
        if (first) {
            grants.keep(request, reach);
        }
        return first;
    }

    private boolean say(Reach reach) {
        var yes = switch (reach) {
            case ONCE, CHAT, CHAT_SERVER, ALWAYS_SERVER -> new Answer.Allow(Scope.ONCE);
            // Whoever chooses this has been told that it is for good.
            case ALWAYS -> new Answer.Allow(Scope.ALWAYS, true);
        };
        // Noted before the call goes on: the next one of the same tool looks there as soon as it has.
        return answer.give(yes, () -> grants.note(request, reach));
    }

    /** Says yes to this call with other arguments; tells whether that was the first answer. */
    public boolean edit(ObjectNode arguments) {
        return answer.give(new Answer.Edit(arguments.deepCopy()));
    }

    /**
     * Says no; tells whether that was the first answer.
     *
     * @param reason what the model is told; empty for nothing
     */
    public boolean deny(String reason) {
        return deny(reason, Scope.ONCE);
    }

    /** Says no, for longer than this call; tells whether that was the first answer. */
    public boolean deny(String reason, Scope scope) {
        return answer.give(new Answer.Deny(scope, reason.isBlank() ? "the user said no" : reason));
    }

    /** Tells whether whatever is said now counts for nothing: there is an answer, or nobody waits for one any more. */
    public boolean over() {
        return answer.isOver();
    }

    /** Tells whether there is an answer. */
    public boolean answered() {
        return answer.isGiven();
    }

    /**
     * Tells somebody the answer, once, wherever it was given: before the call goes on, or at once if there is one. Nobody is
     * told where the question is given up.
     */
    public void onAnswer(Consumer<Answer> heard) {
        answer.onGiven(heard);
    }

    Answer await() throws InterruptedException {
        return answer.await();
    }
}
