package dev.fairlead.agent.provider;

/** A try failed. */
final class TryFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Setback setback;

    TryFailedException(Setback setback) {
        super(setback.failure());
        this.setback = setback;
    }

    Setback setback() {
        return setback;
    }
}
