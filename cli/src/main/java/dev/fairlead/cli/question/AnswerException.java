package dev.fairlead.cli.question;

/** What was typed with {@code --answer} is no answer, or does not fit the question; the message says why. */
public final class AnswerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean misused;

    private AnswerException(boolean misused, String message) {
        super(message);
        this.misused = misused;
    }

    /** Returns the refusal of something that could not answer any question. */
    static AnswerException misused(String message) {
        return new AnswerException(true, message);
    }

    /** Returns the refusal of something that does not answer what was asked. */
    static AnswerException unfit(String message) {
        return new AnswerException(false, message);
    }

    /** Tells whether it makes no sense whatever is asked. */
    public boolean isMisused() {
        return misused;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
