package dev.fairlead.agent.provider;

/** A provider reports an error in the middle of its answer. */
final class ComplaintException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Complaint complaint;

    ComplaintException(Complaint complaint) {
        super(complaint.words());
        this.complaint = complaint;
    }

    Complaint complaint() {
        return complaint;
    }
}
