package dev.fairlead.testkit.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rules by which a server misbehaves. The first that fits a request counts; where none fits, the server behaves. */
public final class Faults {
    private record Rule(Predicate<RecordedRequest> when, AtomicInteger left, Fault fault) {
        /** Takes one of the times that are left, if there is one. */
        boolean take() {
            return left.getAndUpdate(n -> n > 0 ? n - 1 : 0) > 0;
        }
    }

    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final AtomicInteger struck = new AtomicInteger();

    Faults() {}

    /** Spoils every request of this kind. */
    public Faults on(Predicate<RecordedRequest> when, Fault fault) {
        return times(Integer.MAX_VALUE, when, fault);
    }

    /** Spoils the next request of this kind. */
    public Faults once(Predicate<RecordedRequest> when, Fault fault) {
        return times(1, when, fault);
    }

    /** Spoils the next few requests of this kind. */
    public Faults times(int n, Predicate<RecordedRequest> when, Fault fault) {
        rules.add(new Rule(when, new AtomicInteger(n), fault));
        return this;
    }

    /** Drops all rules. */
    public void clear() {
        rules.clear();
    }

    /** Returns how many requests have been spoilt. */
    public int struck() {
        return struck.get();
    }

    /** Tells whether the connection is to be reset before the body of this request is read. */
    boolean strikesBeforeBody(RecordedRequest head) {
        return rules.stream().anyMatch(rule -> rule.fault().equals(Fault.RESET_UNREAD) && strikes(rule, head));
    }

    @Nullable
    Fault next(RecordedRequest request) {
        return rules.stream()
                .filter(rule -> !rule.fault().equals(Fault.RESET_UNREAD) && strikes(rule, request))
                .map(Rule::fault)
                .findFirst()
                .orElse(null);
    }

    private boolean strikes(Rule rule, RecordedRequest request) {
        if (rule.when().test(request) && rule.take()) {
            struck.incrementAndGet();
            return true;
        }
        return false;
    }
}
