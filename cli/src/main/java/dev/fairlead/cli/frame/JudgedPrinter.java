package dev.fairlead.cli.frame;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Prints what came of a visit as it is to be judged when it is printed, so that nobody judges it otherwise later. */
final class JudgedPrinter implements Printer {
    private final Printer printer;
    private final Supplier<@Nullable Failure> trouble;
    private @Nullable Failure told;

    /**
     * Prints by means of another one.
     *
     * @param trouble returns what spoils the visit, whatever the verb makes of it; null for nothing so far
     */
    JudgedPrinter(Printer printer, Supplier<@Nullable Failure> trouble) {
        this.printer = printer;
        this.trouble = trouble;
    }

    /** Returns what to tell the shell where a verb would tell this. */
    ExitCode code(ExitCode own) {
        return told == null ? own : told.exitCode();
    }

    @Override
    public void print(Attempt attempt, Outcome outcome) {
        told = trouble.get();
        printer.print(attempt, told == null ? outcome : new Spoilt(outcome, told));
    }

    @Override
    public void now(Consumer<Page> lines) {
        printer.now(lines);
    }

    @Override
    public void stream(Consumer<Page> lines, ObjectNode document) {
        printer.stream(lines, document);
    }

    @Override
    public void failure(Attempt attempt, Failure failure) {
        printer.failure(attempt, failure);
    }

    /** What came of a verb, in vain. */
    private record Spoilt(Outcome outcome, Failure failure) implements Outcome {
        @Override
        public void show(Page page) {
            outcome.show(page);
        }

        @Override
        public void tell(ObjectNode document) {
            outcome.tell(document);
        }

        @Override
        public @Nullable Duration took() {
            return outcome.took();
        }
    }
}
