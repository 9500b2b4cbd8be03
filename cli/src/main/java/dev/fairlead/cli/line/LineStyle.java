package dev.fairlead.cli.line;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jline.reader.History;
import org.jline.reader.Parser;
import org.jspecify.annotations.Nullable;

/**
 * How lines are typed in one place.
 *
 * @param file where they are remembered; null for nowhere
 * @param history which of them are remembered
 * @param parser what their words are
 * @param proposals what the word may become that is being typed
 * @param over whether nobody wants another line
 */
public record LineStyle(
        @Nullable Path file, History history, Parser parser, Proposals proposals, BooleanSupplier over) {

    /** Knows what may be typed. */
    @FunctionalInterface
    public interface Proposals {

        /** Proposes what the last word may become, after those before it. */
        List<Proposal> propose(List<String> before, String typed);
    }

    /** Returns how whole lines are typed of which no part means anything, and which nobody remembers later. */
    public static LineStyle plain(History history, Proposals proposals, BooleanSupplier over) {
        return new LineStyle(null, history, new WordParser(), proposals, over);
    }
}
