package dev.fairlead.testkit;

import java.util.SplittableRandom;

/** What goes wrong with one call to the hostile server in its mode {@code mix}. */
public enum MixFault {
    NONE(Outcome.ANSWER),
    DELAY(Outcome.ANSWER),
    DUPLICATE(Outcome.ANSWER),
    UNKNOWN_ID(Outcome.ANSWER),
    NOISE(Outcome.ANSWER),
    CRLF(Outcome.ANSWER),
    SPLIT(Outcome.ANSWER),
    WRONG_TOKEN(Outcome.ANSWER),
    STDERR(Outcome.ANSWER),
    ID_TYPE(Outcome.ANSWER_OR_FAILURE),
    MALFORMED(Outcome.FAILURE),
    RPC_ERROR(Outcome.FAILURE),
    LATE(Outcome.TIMEOUT),
    NEVER(Outcome.TIMEOUT);

    /** How such a call has to end, if its time limit is shorter than {@code --late-ms}. */
    public enum Outcome {
        /** With the answer, whose text is {@code key:n}. */
        ANSWER,
        /** With the answer or at once with an error. */
        ANSWER_OR_FAILURE,
        /** At once with an error. */
        FAILURE,
        /** With its time limit. */
        TIMEOUT
    }

    private static final int PERCENT = 40;

    private final Outcome outcome;

    MixFault(Outcome outcome) {
        this.outcome = outcome;
    }

    /** Returns how such a call has to end. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns what the server does about a call with this key, when it was started with this {@code --seed}. */
    public static MixFault of(long seed, String key) {
        var random = new SplittableRandom(seed * 31 + key.hashCode());
        return random.nextInt(100) >= PERCENT ? NONE : values()[random.nextInt(1, values().length)];
    }
}
