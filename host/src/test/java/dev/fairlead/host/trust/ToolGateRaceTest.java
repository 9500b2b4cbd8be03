package dev.fairlead.host.trust;

import static dev.fairlead.host.trust.Samples.arguments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.trust.ApprovalRequest.Reason;
import dev.fairlead.host.trust.Verdict.Admitted;
import dev.fairlead.host.trust.Verdict.Refused;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ToolGateRaceTest {
    private static final int THREADS = 100;
    private static final ToolDefinition TOOL = Samples.tool("t", "reads");

    private final MemoryStore store = new MemoryStore();

    /** Runs all at once, and returns what they returned. */
    private static <T> List<T> race(List<Callable<T>> work) throws Exception {
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<T>>();
            for (var one : work) {
                running.add(threads.submit(() -> {
                    start.await();
                    return one.call();
                }));
            }
            start.countDown();
            var results = new ArrayList<T>();
            for (var one : running) {
                results.add(one.get());
            }
            return results;
        }
    }

    private static List<Callable<Verdict>> calls(ToolGate gate, ToolDefinition tool) {
        return IntStream.range(0, THREADS)
                .<Callable<Verdict>>mapToObj(i -> () -> gate.admit(null, "s", tool, arguments()))
                .toList();
    }

    @RepeatedTest(20)
    void permissionForOneCallServesExactlyOneOfAHundred() throws Exception {
        var gate = ToolGate.asking(store, Approver.NOBODY, AuditLog.none());
        assertThat(gate.allow(null, "s", TOOL, TOOL.hash(), Scope.ONCE, false)).isTrue();
        assertThat(race(calls(gate, TOOL)))
                .filteredOn(Admitted.class::isInstance)
                .hasSize(1);
    }

    @Test
    void ofManyPermissionsForOneCallNoneServesTwoThreads() throws Exception {
        var grants = new Grants(store, AuditLog.none(), (server, tool) -> false, server -> "");
        var tools = IntStream.range(0, 20_000)
                .mapToObj(i -> Samples.tool("t" + i, "reads"))
                .toList();
        tools.forEach(tool ->
                assertThat(grants.allow(null, "s", tool, Scope.ONCE, false)).isTrue());
        // All go through the same list at once, and meet at many of its elements.
        Callable<Integer> takeAll = () -> {
            int taken = 0;
            for (var tool : tools) {
                taken += grants.takeAllowed(Subject.of("s", tool.name()), tool.hash()) ? 1 : 0;
            }
            return taken;
        };
        int taken = race(List.of(takeAll, takeAll, takeAll, takeAll)).stream()
                .mapToInt(Integer::intValue)
                .sum();
        assertThat(taken).isEqualTo(tools.size());
    }

    @RepeatedTest(5)
    void anAnswerForOneCallServesOnlyTheCallThatAsked() throws Exception {
        var asked = new AtomicInteger();
        var gate = ToolGate.asking(
                store,
                request ->
                        asked.incrementAndGet() == 1 ? new Answer.Allow(Scope.ONCE) : new Answer.Deny(Scope.ONCE, ""),
                AuditLog.none());
        assertThat(race(calls(gate, TOOL)))
                .filteredOn(Admitted.class::isInstance)
                .hasSize(1);
        assertThat(asked).hasValue(THREADS);
    }

    @RepeatedTest(20)
    void oneQuestionServesAllCallsThatWait() throws Exception {
        for (var answer : List.of(new Answer.Allow(Scope.SESSION), new Answer.Deny(Scope.SESSION, "no"))) {
            var approver = Asked.saying(answer);
            var gate = ToolGate.asking(new MemoryStore(), approver, AuditLog.none());
            var verdicts = race(calls(gate, TOOL));
            assertThat(approver.requests).hasSize(1);
            assertThat(verdicts).hasOnlyElementsOfType(answer instanceof Answer.Allow ? Admitted.class : Refused.class);
        }
    }

    @RepeatedTest(20)
    void ofManyDefinitionsAtFirstUseOneWinsInAllProcesses() throws Exception {
        var calls = IntStream.range(0, THREADS)
                .<Callable<Integer>>mapToObj(i -> {
                    var gate = ToolGate.firstUse(store, AuditLog.none());
                    var tool = Samples.tool("t", "version " + i % 10);
                    return () -> gate.admit(null, "s", tool, arguments()) instanceof Admitted ? i % 10 : -1;
                })
                .toList();
        var admitted = race(calls).stream().filter(version -> version >= 0).toList();
        assertThat(admitted).hasSize(THREADS / 10);
        assertThat(admitted.stream().distinct()).hasSize(1);
    }

    @Test
    void anAnswerToADifferenceThatIsNotThePresentOneIsAskedAgain() {
        var other = ToolGate.firstUse(store, AuditLog.none());
        var reasons = new ArrayList<Reason>();
        var gate = ToolGate.asking(
                store,
                request -> {
                    if (reasons.isEmpty()) {
                        var meanwhile = Samples.tool("t", "approved by another process");
                        assertThat(other.accept(null, "s", meanwhile, meanwhile.hash()))
                                .isTrue();
                    }
                    reasons.add(request.reason());
                    return new Answer.Allow(Scope.SESSION);
                },
                AuditLog.none());
        assertThat(gate.admit(null, "s", TOOL, arguments())).isInstanceOf(Admitted.class);
        assertThat(reasons).hasSize(2).first().isEqualTo(new Reason.FirstUse());
        assertThat(reasons.getLast()).isInstanceOf(Reason.Changed.class);
    }

    @Test
    void whoeverIsAlwaysTooLateIsRefused() {
        var other = ToolGate.firstUse(store, AuditLog.none());
        var count = new AtomicInteger();
        var gate = ToolGate.asking(
                store,
                request -> {
                    var meanwhile = Samples.tool("t", "version " + count.incrementAndGet());
                    assertThat(other.accept(null, "s", meanwhile, meanwhile.hash()))
                            .isTrue();
                    return new Answer.Allow(Scope.ALWAYS, true);
                },
                AuditLog.none());
        assertThat(gate.admit(null, "s", TOOL, arguments())).isInstanceOf(Refused.class);
        assertThat(gate.grants().list(null)).isEmpty();
    }

    @RepeatedTest(20)
    void twoGatesOnOneStoreNeverBothKeepTheirDefinition() throws Exception {
        var one = Samples.tool("t", "one");
        var two = Samples.tool("t", "two");
        var first = ToolGate.asking(store, Asked.saying(new Answer.Allow(Scope.ALWAYS, true)), AuditLog.none());
        var second = ToolGate.asking(store, Asked.saying(new Answer.Allow(Scope.ALWAYS, true)), AuditLog.none());
        var verdicts = race(List.<Callable<Verdict>>of(
                () -> first.admit(null, "s", one, arguments()), () -> second.admit(null, "s", two, arguments())));
        assertThat(verdicts).hasOnlyElementsOfType(Admitted.class);

        var nobody = ToolGate.asking(store, Approver.NOBODY, AuditLog.none());
        var pins = List.of(nobody.check(null, "s", one), nobody.check(null, "s", two));
        assertThat(pins).filteredOn(Pin.Same.class::isInstance).hasSize(1);
        assertThat(List.of(one, two))
                .filteredOn(tool -> nobody.admit(null, "s", tool, arguments()) instanceof Admitted)
                .hasSizeLessThan(2);
    }

    @Test
    void questionsLeaveNothingBehind() throws Exception {
        var questions = new Questions();
        var subject = Subject.of("s", "t");
        var turn = questions.take(subject, Waiting.until(Deadline.never()));
        var waiting = Thread.ofVirtual().start(() -> {
            try {
                questions.take(subject, Waiting.until(Deadline.never())).close();
            } catch (InterruptedException | TimeoutException | Waiting.EndedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        waiting.interrupt();
        waiting.join();
        assertThatThrownBy(() -> questions.take(subject, Waiting.until(Deadline.after(Duration.ofMillis(1)))))
                .isInstanceOf(TimeoutException.class);
        turn.close();
        assertThat(questions.size()).isZero();
    }
}
