package dev.fairlead.host.trust;

/** Somebody who can be asked whether a tool may be called: a person behind some surface, or a program's own policy. */
@FunctionalInterface
public interface Approver {
    /** Nobody, who allows nothing. */
    Approver NOBODY = request -> new Answer.Deny(Scope.ONCE, "nobody is there to be asked");

    /**
     * Waits for an answer. Questions about different tools come from different threads at once.
     *
     * @throws InterruptedException if nobody waits for the answer any more, as the call was given up, its server was stopped, or
     *     the host was closed; the call is not made, and an answer counts for nothing
     */
    Answer ask(ApprovalRequest request) throws InterruptedException;
}
