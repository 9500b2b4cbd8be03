package dev.fairlead.console.call;

import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.question.Approvals.Decision;
import dev.fairlead.console.question.Remembered;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.host.trust.ApprovalRequest;
import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.Scope;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * The person at the page, who is asked about a call. Whoever makes a call by hand has decided already, as who types it for
 * the command has: unless the tool is not what it was, which the form they filled in does not show, or it was decided
 * before that calls of it are asked about, which may have been somebody else's wish. What was denied never comes here; the
 * gate refuses it, by whatever hand. Whatever an interface of a server wants is asked about as what a model wants.
 */
final class AskedPerson implements Approver {
    private final Call call;
    private final Calls calls;
    private final Approvals approvals;
    private final Remembered remembered;

    AskedPerson(Call call, Calls calls, Approvals approvals, Remembered remembered) {
        this.call = call;
        this.calls = calls;
        this.approvals = approvals;
        this.remembered = remembered;
    }

    @Override
    public Answer ask(ApprovalRequest request) throws InterruptedException {
        boolean hand = call.wish().by().equals("you");
        if (hand && !request.ruled() && !(request.reason() instanceof ApprovalRequest.Reason.Changed)) {
            return new Answer.Allow(Scope.ONCE);
        }
        var decided = new ArrayBlockingQueue<Decision>(1);
        long began = System.nanoTime();
        calls.awaits(call);
        var id = approvals.ask(
                call.id(),
                call.wish().chat(),
                call.wish().appUri(),
                request,
                decision -> !call.over() && decided.offer(decision));
        try {
            var decision = decided.take();
            return answer(request, decision);
        } finally {
            call.waited(began, System.nanoTime());
            approvals.withdraw(id);
        }
    }

    private Answer answer(ApprovalRequest request, Decision decision) {
        var edited = decision.arguments();
        if (!decision.word().equals("deny") && edited != null) {
            calls.edited(call, edited);
            calls.goesOn(call);
            return new Answer.Edit(edited);
        }
        if (!decision.word().equals("deny")) {
            calls.goesOn(call);
        }
        return switch (decision.word()) {
            case "deny" ->
                new Answer.Deny(Scope.ONCE, decision.reason().isBlank() ? "You declined this call" : decision.reason());
            case "tool" -> {
                boolean ignored = remembered.tool(request);
                yield new Answer.Allow(Scope.ONCE);
            }
            case "server" -> {
                boolean ignored = remembered.server(request);
                yield new Answer.Allow(Scope.ONCE);
            }
            default -> new Answer.Allow(Scope.ONCE);
        };
    }
}
