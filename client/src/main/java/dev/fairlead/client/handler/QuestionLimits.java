package dev.fairlead.client.handler;

/** How much a server may ask back, whoever answers. */
public final class QuestionLimits {
    /** How many questions one connection of the older revisions works on at once; for more the server hears that we are busy. */
    public static final int AT_ONCE = 64;

    /** How many questions one answer of the newer revisions may hold. */
    public static final int IN_ONE_ANSWER = 16;

    /** How often one call may be answered by questions before it fails. */
    public static final int ROUNDS = 10;

    private QuestionLimits() {}
}
