package dev.fairlead.client.schema;

/**
 * The signal by which a {@link Meter} ends a computation.
 *
 * <p>It is an {@link Error} because the validator turns exceptions met in some places into log lines or other exceptions.
 */
final class OverBudget extends Error {

    private static final long serialVersionUID = 1L;

    OverBudget(String why) {
        super(why, null, false, false);
    }

    /** Says which limit was passed. */
    String why() {
        String message = getMessage();
        return message == null ? "too costly" : message;
    }
}
