package dev.fairlead.host.trust;

import dev.fairlead.host.trust.ApprovalRequest.Reason;
import dev.fairlead.host.trust.Ruling.Kind;
import dev.fairlead.host.trust.Ruling.Step;
import dev.fairlead.host.trust.Verdict.Admitted;
import dev.fairlead.host.trust.Verdict.Refused;
import dev.fairlead.protocol.Tool;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.wire.Deadline;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one place that a call of a tool has to pass. It lets a call through only if the definition of the tool is the one
 * that was approved, to the last byte, and the call is allowed by a standing decision or by somebody who was asked.
 */
public final class ToolGate {
    /** How often others may approve something else while somebody answers, before the call is given up. */
    private static final int MOST_ROUNDS = 3;

    /** What is longer is no name, and stores have limits of their own. */
    private static final int LONGEST_NAME = 1024;

    private final Lookup lookup;
    private final Pins pins;
    private final Grants grants;
    private final Approver approver;
    private final Kind usual;
    private final AuditLog audit;
    private final Questions questions = new Questions();

    private ToolGate(
            Store store,
            Approver approver,
            Kind usual,
            AuditLog audit,
            BiPredicate<String, String> readsOnly,
            UnaryOperator<String> identities) {
        this.lookup = new Lookup(store);
        this.pins = new Pins(store);
        this.grants = new Grants(store, audit, readsOnly, identities);
        this.approver = approver;
        this.usual = usual;
        this.audit = audit;
    }

    /** Returns a gate that asks about every call that nobody decided about. */
    public static ToolGate asking(Store store, Approver approver, AuditLog audit) {
        return asking(store, approver, audit, (server, tool) -> false, server -> "");
    }

    /**
     * Returns a gate that asks about every call that nobody decided about.
     *
     * @param readsOnly which tools, by server and name, are known to change nothing, and may therefore be allowed for
     *     good without a separate confirmation
     * @param identities what a server of a name is now; see {@link Grants#identity}
     */
    public static ToolGate asking(
            Store store,
            Approver approver,
            AuditLog audit,
            BiPredicate<String, String> readsOnly,
            UnaryOperator<String> identities) {
        return new ToolGate(store, approver, Kind.ASK, audit, readsOnly, identities);
    }

    /**
     * Returns a gate for programs that call tools on their own account: what nobody decided about is allowed, each tool
     * as it is defined when it is first used, and refused after any change until that was accepted.
     */
    public static ToolGate firstUse(Store store, AuditLog audit) {
        return firstUse(store, audit, server -> "");
    }

    /**
     * Returns such a gate that knows servers.
     *
     * @param identities what a server of a name is now; see {@link Grants#identity}
     */
    public static ToolGate firstUse(Store store, AuditLog audit, UnaryOperator<String> identities) {
        return new ToolGate(store, Approver.NOBODY, Kind.TRUSTED, audit, (server, tool) -> false, identities);
    }

    /** Decides about one call, however long that takes; see {@link #admit(String, String, ToolDefinition, ObjectNode, Waiting, Approver)}. */
    public Verdict admit(@Nullable String principal, String server, Tool tool, ObjectNode arguments) {
        return admit(principal, server, ToolDefinition.of(tool), arguments, Waiting.until(Deadline.never()), null);
    }

    /** Decides about one call, however long that takes; see {@link #admit(String, String, ToolDefinition, ObjectNode, Waiting, Approver)}. */
    public Verdict admit(@Nullable String principal, String server, ToolDefinition definition, ObjectNode arguments) {
        return admit(principal, server, definition, arguments, Waiting.until(Deadline.never()), null);
    }

    /**
     * Decides about one call, asking somebody if need be. What cannot be decided is refused: if the store fails or does not
     * answer in time, nobody answers in time, the wait for an answer is ended, or the thread is interrupted, which it still is afterwards.
     *
     * @param definition what the server says about the tool now
     * @param waiting how long somebody may think about it, and who else may end that
     * @param person who is asked about it unless there is a standing decision; null for what this gate usually does
     */
    public Verdict admit(
            @Nullable String principal,
            String server,
            ToolDefinition definition,
            ObjectNode arguments,
            Waiting waiting,
            @Nullable Approver person) {
        var subject = new Subject(principal, server, definition.name());
        var verdict = verdict(new Call(subject, definition, arguments, waiting, person));
        audit.record(
                switch (verdict) {
                    case Admitted(var because, var edited) ->
                        AuditRecord.call(subject, definition.hash(), edited == null ? arguments : edited, because);
                    case Refused refused ->
                        AuditRecord.refusal(subject, definition.hash(), arguments, refused.whyInFull());
                });
        return verdict;
    }

    /**
     * Looks whether somebody forbade a call since it was admitted, as when it is made again. Nobody is asked, and what
     * cannot be found out is refused.
     *
     * @param waiting how long the store of decisions may take
     */
    public Optional<Refused> forbidden(
            @Nullable String principal,
            String server,
            ToolDefinition definition,
            ObjectNode arguments,
            Waiting waiting) {
        var subject = new Subject(principal, server, definition.name());
        var call = new Call(subject, definition, arguments, waiting, null);
        Optional<Refused> verdict = decided(
                subject,
                () -> lookup.of(waiting, () -> standing(call)).kind() == Kind.DENIED
                        ? Optional.of(Sentences.denied(subject))
                        : Optional.empty(),
                Optional::of);
        verdict.ifPresent(refused ->
                audit.record(AuditRecord.refusal(subject, definition.hash(), arguments, refused.whyInFull())));
        return verdict;
    }

    /** Compares a tool with what was approved. */
    public Pin check(@Nullable String principal, String server, ToolDefinition definition) {
        return pins.check(principal, server, definition);
    }

    /**
     * Accepts a definition after its difference was seen.
     *
     * @param seen the hash that the person was shown
     * @return false if the definition is another one than was seen, or somebody accepted something else at the same time
     */
    public boolean accept(@Nullable String principal, String server, ToolDefinition definition, String seen) {
        boolean accepted = pins.approve(principal, server, definition, seen);
        if (accepted) {
            var subject = new Subject(principal, server, definition.name());
            audit.record(AuditRecord.accepted(subject, definition.hash()));
        }
        return accepted;
    }

    /**
     * Accepts a definition and allows calls of it.
     *
     * @param seen the hash that the person was shown
     * @param confirmed whether the person confirmed separately that it is for good
     * @return false if the definition is another one than was seen, or the tool is denied, which has to be revoked first
     */
    public boolean allow(
            @Nullable String principal,
            String server,
            ToolDefinition definition,
            String seen,
            Scope scope,
            boolean confirmed) {
        return definition.hash().equals(seen)
                && grants.allow(principal, server, definition, scope, confirmed)
                && accept(principal, server, definition, seen);
    }

    /**
     * Forgets what was approved of definitions; the next use of each is a first use.
     *
     * @param tool null for all tools of the server
     * @return how many were forgotten
     */
    public int forget(@Nullable String principal, String server, @Nullable String tool) {
        int count = pins.forget(new Subject(principal, server, tool));
        if (count > 0) {
            audit.record(AuditRecord.policy(new Subject(principal, server, tool), "approved definitions forgotten"));
        }
        return count;
    }

    /** Forgets whatever was approved and allowed of a server, which is gone or something else now; denials stay. */
    public void forgetServer(@Nullable String principal, String server) {
        int ignored = forget(principal, server, null) + grants.revokeAllowed(principal, server);
    }

    /** Returns the standing decisions. */
    public Grants grants() {
        return grants;
    }

    private Verdict verdict(Call call) {
        if (call.definition().name().length() > LONGEST_NAME) {
            return Sentences.unnameable(call.subject());
        }
        return decided(
                call.subject(),
                () -> {
                    var settled = settled(call);
                    return settled != null ? settled : asked(call);
                },
                refused -> refused);
    }

    /** Something that is decided with the help of a store, and perhaps of somebody who is asked. */
    private interface Decision<T> {
        T make() throws InterruptedException, TimeoutException, Waiting.EndedException;
    }

    /** Decides, or refuses if that is not possible. */
    private static <T> T decided(Subject subject, Decision<T> decision, Function<Refused, T> refusal) {
        try {
            return decision.make();
        } catch (StoreException failure) {
            return refusal.apply(Sentences.undecidable(subject, failure));
        } catch (Lookup.LateException slow) {
            return refusal.apply(Sentences.unsaid(subject));
        } catch (TimeoutException late) {
            return refusal.apply(Sentences.late(subject));
        } catch (Waiting.EndedException useless) {
            return refusal.apply(Sentences.useless(subject));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return refusal.apply(Sentences.cancelled(subject));
        }
    }

    /** Returns the verdict if nobody has to be asked for it, else null. */
    private @Nullable Verdict settled(Call call)
            throws InterruptedException, Lookup.LateException, Waiting.EndedException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            var kept = lookup.of(call.waiting(), () -> kept(call));
            var ruling = kept.ruling();
            if (ruling.kind() == Kind.DENIED || grants.takeDenied(call.subject())) {
                return Sentences.denied(call.subject());
            }
            var reading = kept.reading();
            var step = ruling.step(reading.pin());
            boolean once = step == Step.ASK
                    && !(reading.pin() instanceof Pin.Changed)
                    && grants.takeAllowed(call.subject(), call.definition().hash());
            if (step == Step.ASK && !once) {
                return null;
            }
            if (lookup.of(call.waiting(), () -> pins.approve(reading))) {
                return new Admitted(once ? "allowed for one call" : Sentences.because(ruling.kind()));
            }
            // Somebody approved another definition at the same time; with that one this has to be compared.
        }
        return Sentences.unsettled(call.subject());
    }

    private Verdict asked(Call call) throws InterruptedException, TimeoutException, Waiting.EndedException {
        var turn = questions.take(call.subject(), call.waiting());
        try {
            for (int round = 0; round < MOST_ROUNDS; round++) {
                // The answer to the question before may be the answer to this one.
                var settled = settled(call);
                if (settled != null) {
                    return settled;
                }
                var answered = ask(call);
                if (answered != null) {
                    return answered;
                }
            }
            return Sentences.unsettled(call.subject());
        } finally {
            turn.close();
        }
    }

    /** Returns the verdict of whoever is asked, or null if it is about a difference that is not the present one. */
    private @Nullable Verdict ask(Call call) throws InterruptedException, TimeoutException, Waiting.EndedException {
        var prepared = lookup.of(call.waiting(), () -> prepared(call));
        var reading = prepared.reading();
        var request = prepared.request();
        Answer answer;
        try {
            var asked = call.person() == null ? approver : call.person();
            answer = Asking.ask(asked, request, call.waiting());
        } catch (RuntimeException failure) {
            return Sentences.unasked(call.subject(), failure);
        }
        return switch (answer) {
            case Answer.Deny deny -> deny(call, reading.pin(), deny);
            case Answer.Allow allow -> allow(request, call, reading, allow);
            case Answer.Edit edit -> edited(allow(request, call, reading, new Answer.Allow(Scope.ONCE)), edit);
        };
    }

    private @Nullable Verdict allow(ApprovalRequest request, Call call, Pins.Reading reading, Answer.Allow answer)
            throws InterruptedException, Lookup.LateException, Waiting.EndedException {
        if (Thread.currentThread().isInterrupted()) {
            return Sentences.cancelled(call.subject());
        }
        // The answer may have taken long: somebody may have put another server there, or forbidden it meanwhile.
        if (!grants.stillIs(request)) {
            return Sentences.otherServer(call.subject());
        }
        return lookup.of(call.waiting(), () -> Optional.ofNullable(keep(request, call, reading, answer)))
                .orElse(null);
    }

    private @Nullable Verdict keep(ApprovalRequest request, Call call, Pins.Reading reading, Answer.Allow answer) {
        if (ruling(call).kind() == Kind.DENIED) {
            return Sentences.denied(call.subject());
        }
        // The store may have been slow: what the caller was told not to be decided, somebody may have seen to by now.
        if (!call.waiting().wanted() || !pins.approve(reading)) {
            return null;
        }
        var subject = call.subject();
        var scope = scope(subject, answer);
        if (scope == Scope.ONCE) {
            return new Admitted(Sentences.asked(scope));
        }
        boolean kept = grants.allow(request, scope, answer.confirmed(), call.waiting()::wanted);
        return kept ? new Admitted(Sentences.asked(scope)) : Sentences.denied(call.subject());
    }

    private static @Nullable Verdict edited(@Nullable Verdict verdict, Answer.Edit answer) {
        return verdict instanceof Admitted(var because, var nothing)
                ? new Admitted(
                        because + ", with other arguments", answer.arguments().deepCopy())
                : verdict;
    }

    private Verdict deny(Call call, Pin pin, Answer.Deny answer)
            throws InterruptedException, Lookup.LateException, Waiting.EndedException {
        if (answer.scope() == Scope.ONCE) {
            return Sentences.notApproved(call.subject(), call.definition(), pin, answer);
        }
        return lookup.of(call.waiting(), () -> {
            // Also if nobody waits any more: a no that comes late lets nothing through.
            grants.deny(call.subject(), answer.scope());
            return Sentences.notApproved(call.subject(), call.definition(), pin, answer);
        });
    }

    private Scope scope(Subject subject, Answer.Allow answer) {
        boolean tooMuch = answer.scope() == Scope.ALWAYS
                && !answer.confirmed()
                && !grants.mayBeAllowedForGood(subject.server(), String.valueOf(subject.tool()));
        return tooMuch ? Scope.SESSION : answer.scope();
    }

    private Kept kept(Call call) {
        return new Kept(ruling(call), pins.read(call.subject(), call.definition()));
    }

    private Prepared prepared(Call call) {
        var reading = pins.read(call.subject(), call.definition());
        return new Prepared(reading, request(call, reading.pin()));
    }

    private ApprovalRequest request(Call call, Pin pin) {
        var reason = switch (pin) {
            case Pin.Unknown unknown -> new Reason.FirstUse();
            case Pin.Changed changed -> new Reason.Changed(changed.diff());
            case Pin.Same same -> new Reason.Rule();
        };
        var subject = call.subject();
        var standing = standing(call);
        return new ApprovalRequest(
                subject.principal(),
                subject.server(),
                grants.identity(subject.server()),
                call.definition(),
                call.arguments().deepCopy(),
                reason,
                standing.kind() == Kind.ASK,
                standing.kind() == Kind.ASK && standing.ofTool(),
                grants.mayBeAllowedForGood(subject.server(), call.definition().name()));
    }

    private Ruling ruling(Call call) {
        return standing(call).orElse(call.person() == null ? usual : Kind.ASK);
    }

    private Ruling standing(Call call) {
        return grants.ruling(call.subject(), call.definition().hash());
    }

    /** What the store says about a call. */
    private record Kept(Ruling ruling, Pins.Reading reading) {}

    /** A question, and the comparison that it is about. */
    private record Prepared(Pins.Reading reading, ApprovalRequest request) {}

    private record Call(
            Subject subject,
            ToolDefinition definition,
            ObjectNode arguments,
            Waiting waiting,
            @Nullable Approver person) {}
}
