package dev.fairlead.testkit;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

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
    ID_TYPE(Outcome.ANSWER),
    /** An error that says that nothing was done, and nothing was. */
    REFUSED(Outcome.REFUSAL),
    /** Nothing is done, and the answer is none. */
    DROPPED(Outcome.UNEXECUTED),
    MALFORMED(Outcome.EXECUTED),
    RPC_ERROR(Outcome.EXECUTED),
    /** The answer comes as soon as the caller has said that it waits no longer. */
    LATE(Outcome.TIMEOUT),
    /** Nothing is done, and nothing is said. */
    IGNORED(Outcome.TIMEOUT),
    NEVER(Outcome.TIMEOUT),
    /** The process ends, with an exit code that is not 0. */
    EXIT(Outcome.LOST),
    /** The process is killed. */
    CRASH(Outcome.LOST),
    /** The process is killed in the middle of the answer. */
    HALF_LINE(Outcome.LOST),
    /** The process reads nothing more: every later call reaches its time limit too. */
    HANG(Outcome.TIMEOUT);

    /** How such a call has to end. */
    public enum Outcome {
        /** With its answer, as if nothing were wrong. */
        ANSWER,
        /** With a failure that says for sure that it was not carried out. */
        REFUSAL,
        /** With a failure; it was not carried out, which the client cannot know. */
        UNEXECUTED,
        /** With a failure; it was carried out, which the client cannot know. */
        EXECUTED,
        /** With its time limit. */
        TIMEOUT,
        /** At once with the connection, and so does every other call that is under way. */
        LOST
    }

    private static final int PERCENT = 40;
    private static final List<MixFault> OF_PROCESSES = List.of(EXIT, CRASH, HALF_LINE, HANG);
    private static final List<MixFault> OF_CALLS =
            Stream.of(values()).filter(fault -> !OF_PROCESSES.contains(fault)).toList();

    private final Outcome outcome;

    MixFault(Outcome outcome) {
        this.outcome = outcome;
    }

    /** Returns how such a call has to end. */
    public Outcome outcome() {
        return outcome;
    }

    /** Tells whether the server does what it is asked for. */
    public boolean executes() {
        return this != REFUSED && this != DROPPED && this != IGNORED;
    }

    /** Returns what the server does about a call with this key, when it was started with this {@code --seed}. */
    public static MixFault of(long seed, String key) {
        return of(seed, key, 0);
    }

    /**
     * Returns what the server does about a call with this key.
     *
     * @param perMille the {@code --process-per-mille}: of how many calls in a thousand the process does not survive, or
     *     hangs
     */
    public static MixFault of(long seed, String key, int perMille) {
        var random = new SplittableRandom(seed * 31 + key.hashCode());
        var fault = random.nextInt(100) >= PERCENT ? NONE : OF_CALLS.get(random.nextInt(1, OF_CALLS.size()));
        return random.nextInt(1000) < perMille ? OF_PROCESSES.get(random.nextInt(OF_PROCESSES.size())) : fault;
    }
}
