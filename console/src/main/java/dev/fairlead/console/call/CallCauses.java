package dev.fairlead.console.call;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.console.question.Questions;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the call that made a server ask. Servers do not always say which; then it is the newest that may have. */
public final class CallCauses implements Questions.Causes {
    private final Supplier<Calls> calls;

    /** Looks among calls, which may be there later. */
    public CallCauses(Supplier<Calls> calls) {
        this.calls = calls;
    }

    @Override
    public Optional<Questions.Cause> find(Asking asking, String question) {
        var under = calls.get().under(asking.server());
        var named = under.stream()
                .filter(call -> asking.cause()
                        .filter(("tools/call " + call.wish().tool())::equals)
                        .isPresent())
                .toList();
        var found = (named.isEmpty() && asking.cause().isEmpty() ? under : named)
                .stream().max(Comparator.comparingLong(Call::startedNanos));
        found.ifPresent(call -> calls.get().asked(call, question));
        return found.map(call ->
                new Questions.Cause(call.id(), Optional.ofNullable(call.wish().chat())));
    }

    @Override
    public void answered(Questions.Cause cause, long fromNanos, long toNanos) {
        calls.get().history().find(cause.call()).ifPresent(call -> call.waited(fromNanos, toNanos));
    }
}
