package dev.fairlead.cli.frame;

import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** Prints for people. */
public final class TextPrinter implements Printer {
    private final Page page;
    private final boolean debug;
    private final Runnable before;

    /**
     * Prints on a page.
     *
     * @param before makes room there
     */
    TextPrinter(Page page, boolean debug, Runnable before) {
        this.page = page;
        this.debug = debug;
        this.before = before;
    }

    @Override
    public void print(Attempt attempt, Outcome outcome) {
        before.run();
        outcome.show(page);
        var failure = outcome.failure();
        if (failure != null) {
            var sentence = outcome.complaint(failure);
            // Whoever has words of its own has shown the rest.
            complain(sentence, failure, sentence.equals(failure.message()));
        }
    }

    @Override
    public void now(Consumer<Page> lines) {
        before.run();
        lines.accept(page);
    }

    @Override
    public void stream(Consumer<Page> lines, ObjectNode document) {
        lines.accept(page);
    }

    @Override
    public void failure(Attempt attempt, Failure failure) {
        before.run();
        complain(failure.message(), failure, true);
    }

    private void complain(String sentence, Failure failure, boolean whole) {
        page.remark(sentence);
        if (whole) {
            failure.alsoTried().forEach(other -> page.detail("also tried: " + other));
        }
        if (debug) {
            page.trace(failure.trace());
        }
    }
}
