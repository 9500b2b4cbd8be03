package dev.fairlead.host.trust;

/** Somebody who can be asked whether a tool may be called: a person behind some surface, or a program's own policy. */
@FunctionalInterface
public interface Approver {
    /** Nobody, who allows nothing. */
    Approver NOBODY = request -> new Answer.Deny(Scope.ONCE, "nobody is there to be asked");

    /**
     * Waits for an answer. Questions about different tools come from different threads at once.
     *
     * @throws InterruptedException if the call is given up meanwhile, which is then not made
     */
    Answer ask(ApprovalRequest request) throws InterruptedException;
}
