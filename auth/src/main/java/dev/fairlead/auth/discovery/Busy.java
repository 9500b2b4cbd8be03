package dev.fairlead.auth.discovery;

import dev.fairlead.wire.http.Fetched;
import java.util.Set;

/** Those who do not answer now, and may later: what they send says nothing, neither that there is nothing nor that we may not. */
public final class Busy {
    private static final int IN_TROUBLE = 500;
    private static final Set<Integer> NOT_NOW = Set.of(408, 425, 429);

    private Busy() {}

    /** Tells whether an answer is of somebody who does not answer now. */
    public static boolean says(Fetched answer) {
        return answer.status() >= IN_TROUBLE || NOT_NOW.contains(answer.status());
    }
}
