package dev.fairlead.host.trust;

import static dev.fairlead.host.trust.Samples.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.trust.ApprovalRequest.Reason;
import dev.fairlead.host.trust.Verdict.Admitted;
import dev.fairlead.host.trust.Verdict.Refused;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.Store;
import dev.fairlead.wire.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ToolGateTest {
    private static final ToolDefinition TOOL = Samples.tool("t", "reads");
    private static final ToolDefinition CHANGED = Samples.tool("t", "writes");
    private static final Answer NO = new Answer.Deny(Scope.ONCE, "not now");

    private final MemoryStore store = new MemoryStore();
    private final List<AuditRecord> audit = new ArrayList<>();

    private ToolGate asking(Approver approver) {
        return ToolGate.asking(store, approver, audit::add);
    }

    private static Verdict call(ToolGate gate, ToolDefinition tool) {
        return gate.admit(null, "s", tool, arguments());
    }

    @Nested
    class WithSomebodyToAsk {

        @Test
        void asksAboutAnUnknownToolAndTellsAllOfIt() {
            var approver = Asked.saying(new Answer.Allow(Scope.SESSION));
            assertThat(asking(approver).admit("ann", "s", TOOL, arguments())).isInstanceOf(Admitted.class);
            assertThat(approver.requests)
                    .containsExactly(new ApprovalRequest(
                            "ann", "s", "", TOOL, arguments(), new Reason.FirstUse(), false, false, false));
        }

        @Test
        void tellsWhetherSomebodyWantsToBeAskedAtEveryCall() {
            var approver = Asked.saying(new Answer.Allow(Scope.ONCE));
            var gate = asking(approver);
            gate.grants().ask(Subject.of("s"), Scope.ALWAYS);
            call(gate, TOOL);
            gate.grants().revoke(Subject.of("s"));
            call(gate, TOOL);
            gate.grants().ask(Subject.of("s", "t"), Scope.ALWAYS);
            call(gate, TOOL);
            assertThat(approver.requests).extracting(ApprovalRequest::ruled).containsExactly(true, false, true);
            assertThat(approver.requests)
                    .extracting(ApprovalRequest::ruledItself)
                    .containsExactly(false, false, true);
        }

        /** How an answer serves this call, the next one, and the first after a restart. */
        @ParameterizedTest
        @CsvSource({
            "ONCE,    false, ASK,    ASK",
            "SESSION, false, ADMIT,  ASK",
            "ALWAYS,  false, ADMIT,  ASK", // without a confirmation it is for the session
            "ALWAYS,  true,  ADMIT,  ADMIT",
        })
        void permissionLastsAsLongAsItWasGiven(Scope scope, boolean confirmed, String next, String restarted) {
            var approver = Asked.saying(new Answer.Allow(scope, confirmed));
            var gate = asking(approver);
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
            approver.answer = request -> NO;

            assertThat(call(gate, TOOL)).isInstanceOf(next.equals("ASK") ? Refused.class : Admitted.class);
            var again = asking(approver);
            assertThat(call(again, TOOL)).isInstanceOf(restarted.equals("ASK") ? Refused.class : Admitted.class);
            if (restarted.equals("ASK")) {
                assertThat(approver.requests.getLast().reason()).isEqualTo(new Reason.Rule());
            }
        }

        @ParameterizedTest
        @CsvSource({"ONCE, 2, 3", "SESSION, 1, 2", "ALWAYS, 1, 1"})
        void aDenialLastsAsLongAsItWasGiven(Scope scope, int asked, int askedAfterRestart) {
            var approver = Asked.saying(new Answer.Deny(scope, "no\u001b"));
            var gate = asking(approver);
            assertThat(call(gate, TOOL))
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.why())
                                    .isEqualTo("Tool 't' of server 's' was not approved: no\\u001b."));
            assertThat(call(gate, CHANGED)).isInstanceOf(Refused.class);
            assertThat(approver.requests).hasSize(asked);
            assertThat(call(asking(approver), CHANGED)).isInstanceOf(Refused.class);
            assertThat(approver.requests).hasSize(askedAfterRestart);
        }

        @Test
        void aChangedToolIsAskedAboutWithTheDifference() {
            var approver = Asked.saying(new Answer.Allow(Scope.ALWAYS, true));
            var gate = asking(approver);
            call(gate, TOOL);
            approver.answer = request -> NO;

            assertThat(call(gate, CHANGED)).isInstanceOfSatisfying(Refused.class, refused -> {
                assertThat(refused.difference()).contains("~ /description: \"reads\" -> \"writes\"");
                assertThat(refused.why()).doesNotContain("writes");
                assertThat(refused.whatToDo()).contains(CHANGED.hash());
            });
            assertThat(approver.requests.getLast().reason())
                    .isInstanceOfSatisfying(
                            Reason.Changed.class,
                            changed -> assertThat(changed.diff().changes()).hasSize(1));
            assertThat(call(gate, TOOL)).as("back to what was approved").isInstanceOf(Admitted.class);

            approver.answer = request -> new Answer.Allow(Scope.ONCE);
            assertThat(call(gate, CHANGED)).isInstanceOf(Admitted.class);
            approver.answer = request -> NO;
            assertThat(call(gate, TOOL))
                    .as("the change was approved, going back is a change")
                    .isInstanceOf(Refused.class);
        }

        /** What is asked about is what is approved, also where another server comes to be called so meanwhile. */
        @ParameterizedTest
        @EnumSource(Scope.class)
        void anAnswerIsAboutTheServerThatItWasWhenItWasAsked(Scope scope) {
            var is = new AtomicReference<>("sh one.sh");
            var approver = Asked.saying(NO);
            var gate = ToolGate.asking(store, approver, audit::add, (server, tool) -> true, server -> is.get());
            approver.answer = request -> {
                is.set("sh two.sh");
                assertThat(gate.grants().allow(request, Scope.ALWAYS, true)).isFalse();
                assertThat(gate.grants().allowServer(request, Scope.ALWAYS, true))
                        .isFalse();
                return new Answer.Allow(scope, true);
            };

            assertThat(call(gate, TOOL))
                    .isInstanceOfSatisfying(
                            Refused.class, refused -> assertThat(refused.why()).contains("became another one"));

            assertThat(gate.grants().list(null)).isEmpty();
            assertThat(gate.check(null, "s", TOOL)).isInstanceOf(Pin.Unknown.class);
            assertThat(approver.requests).extracting(ApprovalRequest::serverIs).containsExactly("sh one.sh");
            approver.answer = request -> new Answer.Edit(arguments());
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
        }

        @Test
        void aRuleCanHaveEveryCallAsked() {
            var approver = Asked.saying(new Answer.Allow(Scope.ONCE));
            var gate = asking(approver);
            assertThat(gate.allow(null, "s", TOOL, TOOL.hash(), Scope.ALWAYS, true))
                    .isTrue();
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
            assertThat(approver.requests).isEmpty();

            assertThat(gate.grants().ask(Subject.of("s", "t"), Scope.SESSION)).isTrue();
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
            assertThat(approver.requests)
                    .extracting(ApprovalRequest::reason)
                    .containsExactly(new Reason.Rule(), new Reason.Rule());
        }

        @Test
        void aTrustedServersToolsArePinnedAtFirstUseAndBlockedByAnyChange() {
            var approver = Asked.saying(NO);
            var gate = asking(approver);
            assertThat(gate.grants().allowServer(null, "s", Scope.ALWAYS, true)).isTrue();
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
            assertThat(approver.requests).isEmpty();
            assertThat(call(gate, CHANGED)).isInstanceOf(Refused.class);
            assertThat(approver.requests).hasSize(1);
        }

        @Test
        void whatTheServerSaysOfItsToolsOpensNothing() {
            var approver = Asked.saying(NO);
            var harmless =
                    ToolDefinition.of(Tool.of("t", null, Json.object()).withAnnotations(ToolAnnotations.readingOnly()));
            assertThat(call(asking(approver), harmless)).isInstanceOf(Refused.class);
            assertThat(approver.requests).hasSize(1);
        }

        @Test
        void approvesOnlyWhatWasSeen() {
            var gate = asking(Approver.NOBODY);
            assertThat(gate.allow(null, "s", CHANGED, TOOL.hash(), Scope.ALWAYS, true))
                    .isFalse();
            assertThat(gate.accept(null, "s", CHANGED, TOOL.hash())).isFalse();
            assertThat(gate.grants().list(null)).isEmpty();
            assertThat(gate.check(null, "s", CHANGED)).isEqualTo(new Pin.Unknown());
            assertThat(call(gate, CHANGED))
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.why()).contains("nobody is there to be asked"));
        }

        @Test
        void whoeverIsAskedCannotChangeTheArguments() {
            var arguments = arguments();
            var gate = asking(request -> {
                request.arguments().put("a", "changed");
                return new Answer.Allow(Scope.ONCE);
            });
            gate.admit(null, "s", TOOL, arguments);
            assertThat(arguments).isEqualTo(arguments());
        }

        @Test
        void aDenialThatCameWhileSomebodyWasAskedHolds() {
            var gates = new ArrayList<ToolGate>();
            var gate = asking(request -> {
                gates.getFirst().grants().deny(Subject.of("s"), Scope.ALWAYS);
                return new Answer.Allow(Scope.ALWAYS, true);
            });
            gates.add(gate);
            assertThat(call(gate, TOOL)).isInstanceOf(Refused.class);
            gate.grants().revoke(Subject.of("s"));
            assertThat(gate.grants().list(null)).isEmpty();
        }
    }

    @Nested
    class Failing {

        @Test
        void anInterruptWhileAskingRefusesAndStays() throws Exception {
            var verdicts = new ArrayList<Object>();
            var asked = new CountDownLatch(1);
            var gate = asking(request -> {
                asked.countDown();
                new CountDownLatch(1).await();
                return new Answer.Allow(Scope.ALWAYS, true);
            });
            var thread = Thread.ofVirtual().start(() -> {
                verdicts.add(call(gate, TOOL));
                verdicts.add(Thread.currentThread().isInterrupted());
            });
            asked.await();
            thread.interrupt();
            thread.join();
            assertThat(verdicts.getFirst())
                    .isInstanceOfSatisfying(
                            Refused.class, refused -> assertThat(refused.why()).contains("given up"));
            assertThat(verdicts.getLast()).isEqualTo(true);
            assertThat(gate.check(null, "s", TOOL)).isEqualTo(new Pin.Unknown());
        }

        @Test
        void anAnswerThatIgnoredAnInterruptDoesNotCount() throws Exception {
            var verdicts = new ArrayList<Verdict>();
            var caller = new AtomicReference<Thread>();
            var gate = asking(request -> {
                caller.get().interrupt();
                return new Answer.Allow(Scope.ALWAYS, true);
            });
            var thread = Thread.ofVirtual().unstarted(() -> verdicts.add(call(gate, TOOL)));
            caller.set(thread);
            thread.start();
            thread.join();
            assertThat(verdicts).singleElement().isInstanceOf(Refused.class);
            assertThat(gate.grants().list(null)).isEmpty();
        }

        @Test
        void anApproverThatFailsRefuses() {
            var gate = asking(request -> {
                throw new IllegalStateException("no screen");
            });
            assertThat(call(gate, TOOL))
                    .isInstanceOfSatisfying(
                            Refused.class, refused -> assertThat(refused.why()).contains("no screen"));
        }

        @Test
        void aStoreThatFailsRefuses() {
            Store broken = new FailingStore();
            for (var gate : List.of(
                    ToolGate.firstUse(broken, AuditLog.none()),
                    ToolGate.asking(broken, Asked.saying(new Answer.Allow(Scope.ONCE)), AuditLog.none()))) {
                assertThat(call(gate, TOOL))
                        .isInstanceOfSatisfying(
                                Refused.class,
                                refused -> assertThat(refused.why()).contains("disk on fire"));
            }
        }

        @Test
        void aNameThatIsNoneIsRefused() {
            var gate = ToolGate.firstUse(store, AuditLog.none());
            assertThat(call(gate, Samples.tool("x".repeat(100_000), "long")))
                    .isInstanceOfSatisfying(
                            Refused.class, refused -> assertThat(refused.why()).hasSizeLessThan(400));
        }
    }

    @Nested
    class AtFirstUse {
        private final ToolGate gate = ToolGate.firstUse(store, audit::add);

        @Test
        void pinsSilentlyAndRefusesAnyChangeUntilItIsAccepted() {
            assertThat(call(gate, TOOL)).isEqualTo(new Admitted("unchanged since its first use"));
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
            assertThat(call(gate, CHANGED)).isInstanceOf(Refused.class);
            assertThat(call(ToolGate.firstUse(store, audit::add), CHANGED))
                    .as("after a restart")
                    .isInstanceOf(Refused.class);
            assertThat(gate.accept(null, "s", CHANGED, CHANGED.hash())).isTrue();
            assertThat(call(gate, CHANGED)).isInstanceOf(Admitted.class);
            assertThat(call(gate, TOOL)).isInstanceOf(Refused.class);
        }

        @Test
        void everyMutationIsRefusedBeforeTheToolRunsAgain() {
            int refused = 0;
            for (long seed = 0; refused < 1_000; seed++) {
                int number = (int) (seed % Samples.count());
                var json = Samples.json(number);
                var how = new Mutation(new Random(seed)).apply(json);
                var named = json.path("name").equals(Samples.json(number).get("name"));
                if (!named || !json.path("inputSchema").isObject()) {
                    continue; // Another tool, or none that can be called.
                }
                var server = "s" + seed;
                assertThat(gate.admit(null, server, Samples.definition(number), arguments()))
                        .isInstanceOf(Admitted.class);
                assertThat(gate.admit(null, server, Tool.from(json), arguments()))
                        .as("seed %d: %s", seed, how)
                        .isInstanceOfSatisfying(
                                Refused.class,
                                verdict -> assertThat(verdict.difference()).isNotEmpty());
                refused++;
            }
        }

        @Test
        void denialsAndQuestionsHoldHereToo() {
            gate.grants().deny(Subject.of("s", "t"), Scope.SESSION);
            assertThat(call(gate, TOOL)).isInstanceOf(Refused.class);
            gate.grants().revoke(Subject.of("s", "t"));
            assertThat(gate.grants().ask(Subject.of("s"), Scope.SESSION)).isTrue();
            assertThat(call(gate, TOOL)).isInstanceOf(Refused.class);
            assertThat(gate.allow(null, "s", TOOL, TOOL.hash(), Scope.ONCE, false))
                    .isTrue();
            assertThat(call(gate, TOOL)).isEqualTo(new Admitted("allowed for one call"));
            assertThat(call(gate, TOOL)).isInstanceOf(Refused.class);
        }

        @Test
        void aLostPinDoesNotMakeAChangedToolNew() {
            assertThat(gate.allow(null, "s", TOOL, TOOL.hash(), Scope.ALWAYS, true))
                    .isTrue();
            new Pins(store).forget(null, "s", "t");
            assertThat(call(gate, CHANGED)).isInstanceOf(Refused.class);
            assertThat(call(gate, TOOL)).isInstanceOf(Admitted.class);
        }
    }

    private static Optional<String> forbidden(ToolGate gate) {
        return gate.forbidden("ann", "s", TOOL, arguments(), Waiting.until(Deadline.never()))
                .map(Refused::why);
    }

    @Test
    void whatIsMadeAgainIsLookedAtAndNobodyIsAsked() {
        var gate = asking(Asked.saying(NO));
        assertThat(forbidden(gate)).isEmpty();
        assertThat(audit).isEmpty();
        gate.grants().deny(Subject.of("s"), Scope.SESSION);
        assertThat(forbidden(gate)).hasValueSatisfying(why -> assertThat(why).contains("is denied"));
        assertThat(audit).extracting(AuditRecord::kind).containsOnly(AuditRecord.Kind.DENIAL);
        assertThat(forbidden(ToolGate.firstUse(new FailingStore(), audit::add)))
                .hasValueSatisfying(why -> assertThat(why).contains("could not be found out"));
    }

    @Test
    void everyDecisionIsRecordedWithoutTheArguments() {
        var gate = asking(Asked.saying(new Answer.Allow(Scope.SESSION)));
        gate.admit("ann", "s", TOOL, Json.object().put("password", "hunter2"));
        gate.grants().deny(Subject.of("s"), Scope.SESSION);
        gate.admit("ann", "s", TOOL, arguments());
        assertThat(audit)
                .extracting(AuditRecord::kind)
                .containsExactly(
                        AuditRecord.Kind.GRANT,
                        AuditRecord.Kind.CALL,
                        AuditRecord.Kind.DENIAL,
                        AuditRecord.Kind.DENIAL);
        assertThat(audit.get(1).arguments()).isNotNull();
        assertThat(audit.toString()).contains("password").doesNotContain("hunter2");
    }
}
