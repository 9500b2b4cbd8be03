package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was looked at.
 *
 * @param name what it is called, in a word or two
 * @param seen what was seen, in a sentence without its full stop
 * @param remedy what to do about it; null where nothing has to be done
 * @param details further lines, such as what a server wrote
 * @param failure why that fails the whole; null where it does not
 */
record Check(
        String name,
        State state,
        String seen,
        @Nullable String remedy,
        List<String> details,
        @Nullable Failure failure) {

    /** What came of it. */
    enum State {
        OK,
        WARNING,
        FAILED,
        SKIPPED;

        /** Returns the word for people and programs. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Check {
        details = List.copyOf(details);
    }

    static Check ok(String name, String seen) {
        return new Check(name, State.OK, seen, null, List.of(), null);
    }

    static Check warning(String name, String seen, String remedy) {
        return new Check(name, State.WARNING, seen, remedy, List.of(), null);
    }

    static Check skipped(String name, String why) {
        return new Check(name, State.SKIPPED, why, null, List.of(), null);
    }

    static Check failed(String name, String seen, String remedy, Failure failure) {
        return new Check(name, State.FAILED, seen, remedy, List.of(), failure);
    }

    /** Returns one that fails for a reason of which nothing was thrown. */
    static Check failed(String name, String seen, String remedy, ExitCode code, String type) {
        return failed(
                name, seen, remedy, new Failure(code, type, seen, Json.object(), new UnusableException(code, seen)));
    }

    /** Returns this check with further lines. */
    Check with(List<String> lines) {
        return new Check(name, state, seen, remedy, lines, failure);
    }

    /** Returns what was seen and what to do, as one sentence. */
    String sentence() {
        return remedy == null ? seen : seen + "; " + remedy;
    }
}
