package dev.fairlead.host.trust;

import static dev.fairlead.host.trust.Samples.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.Verdict.Refused;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A decision that a slow store comes to keep only after its call was told that nothing was decided. */
@Timeout(60)
class LateDecisionTest {
    private static final ToolDefinition TOOL = Samples.tool("t", "reads");
    private static final Subject SUBJECT = Subject.of("s", "t");

    private final HangingStore store = new HangingStore();

    /** Where the store becomes slow: when it is asked for decisions, or when it is to keep the approved definition. */
    private String slowAt = "grant/";

    @AfterEach
    void letGo() {
        store.answer();
    }

    private ToolGate gate(Scope scope) {
        return ToolGate.asking(
                store,
                request -> {
                    store.hang(slowAt);
                    return new Answer.Allow(scope, true);
                },
                AuditLog.none());
    }

    private static Waiting brief() {
        return Waiting.until(Deadline.never()).withLookup(Duration.ofMillis(300));
    }

    private void assertNothingIsAllowedAfter(ToolGate gate) throws InterruptedException {
        store.answerOthers();
        gate.grants().revoke(SUBJECT);
        store.answerAndAwait();
        assertThat(gate.grants().list(null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"grant/", "pin/"})
    void doesNotOutlastARevocationThatCameAfterTheRefusal(String slow) throws Exception {
        slowAt = slow;
        var gate = gate(Scope.ALWAYS);
        assertThat(gate.admit(null, "s", TOOL, arguments(), brief(), null)).isInstanceOf(Refused.class);
        assertNothingIsAllowedAfter(gate);
    }

    @ParameterizedTest
    @EnumSource(names = {"SESSION", "ALWAYS"})
    void isNotKeptOnceTheWaitForItWasEnded(Scope scope) throws Exception {
        var gate = gate(scope);
        var waiting = Waiting.until(Deadline.never());
        var call = new FutureTask<>((Callable<Verdict>) () -> gate.admit(null, "s", TOOL, arguments(), waiting, null));
        Thread.ofVirtual().start(call);
        assertThat(store.asked().await(30, TimeUnit.SECONDS)).isTrue();
        waiting.end();
        assertThat(call.get(30, TimeUnit.SECONDS)).isInstanceOf(Refused.class);
        assertNothingIsAllowedAfter(gate);
    }

    @Test
    void approvesNoDefinition() throws Exception {
        var gate = gate(Scope.ONCE);
        assertThat(gate.admit(null, "s", TOOL, arguments(), brief(), null)).isInstanceOf(Refused.class);
        store.answerAndAwait();
        assertThat(gate.check(null, "s", TOOL)).isInstanceOf(Pin.Unknown.class);
    }

    @Test
    void isKeptAllTheSameIfItIsADenial() throws Exception {
        var gate = ToolGate.asking(
                store,
                request -> {
                    store.hang("grant/");
                    return new Answer.Deny(Scope.ALWAYS, "never");
                },
                AuditLog.none());
        assertThat(gate.admit(null, "s", TOOL, arguments(), brief(), null)).isInstanceOf(Refused.class);
        store.answerAndAwait();
        assertThat(gate.grants().list(null)).singleElement().matches(Grant::denies);
    }
}
