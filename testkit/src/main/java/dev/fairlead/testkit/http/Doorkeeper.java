package dev.fairlead.testkit.http;

import java.util.function.ToIntFunction;

/**
 * Decides who gets in, by the head of a request: nothing of a body is read before that.
 *
 * @param verdict the status of the answer that turns a request away; 0 to let it in
 * @param mostOfHead how many bytes a head may have
 * @param mostOfBody how many bytes a body may have
 */
public record Doorkeeper(ToIntFunction<RecordedRequest> verdict, int mostOfHead, int mostOfBody) {
    /** Lets everybody in, with more than any test sends. */
    public static final Doorkeeper FOR_TESTS = new Doorkeeper(request -> 0, 4 << 20, 64 << 20);
}
