package dev.fairlead.agent.tool;

/** A schema cannot be told to a model. */
final class UnfitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean tooBig;

    private UnfitException(String reason, boolean tooBig) {
        super(reason, null, false, false);
        this.tooBig = tooBig;
    }

    static UnfitException because(String reason) {
        return new UnfitException(reason, false);
    }

    static UnfitException tooBig(String reason) {
        return new UnfitException(reason, true);
    }

    /** Tells whether less of the same schema may do. */
    boolean tooBig() {
        return tooBig;
    }
}
