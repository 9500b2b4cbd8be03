package dev.fairlead.host.trust;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** An approver that remembers what it was asked. */
final class Asked implements Approver {
    final List<ApprovalRequest> requests = new CopyOnWriteArrayList<>();
    volatile Function<ApprovalRequest, Answer> answer;

    Asked(Function<ApprovalRequest, Answer> answer) {
        this.answer = answer;
    }

    static Asked saying(Answer answer) {
        return new Asked(request -> answer);
    }

    @Override
    public Answer ask(ApprovalRequest request) {
        requests.add(request);
        return answer.apply(request);
    }
}
