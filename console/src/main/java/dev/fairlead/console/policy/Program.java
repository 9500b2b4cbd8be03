package dev.fairlead.console.policy;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the program around a console knows of itself, and the console does not.
 *
 * @param decisions the file with what was decided about starts and calls; null where that is not told
 * @param tokens the file with what logins granted; null where that is not told
 * @param locking how that file is encrypted, or why it is not
 * @param audit the file of the audit log; null where that is not told
 * @param placedBy what says where these files are
 * @param terminal how much the program lets servers ask in a terminal; null where it has none
 */
public record Program(
        @Nullable Path decisions,
        @Nullable Path tokens,
        String locking,
        @Nullable Path audit,
        String placedBy,
        @Nullable Terminal terminal) {
    /** Nothing is told. */
    public static final Program UNKNOWN = new Program(null, null, "", null, Draft.USUAL, null);

    /** Where that comes from which the program chose and did not tell. */
    static final String ITSELF = "the program around the console";

    /**
     * How much servers may ask in a terminal.
     *
     * @param questions how many questions in one visit; all others are declined
     * @param fields how many fields a form may have
     */
    public record Terminal(int questions, int fields) {}
}
