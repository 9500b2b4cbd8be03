package dev.fairlead.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Finds out, at most once, whether standard error is a terminal; Java itself only knows about standard output. */
final class TerminalCheck implements BooleanSupplier {
    private enum Answer {
        UNKNOWN,
        YES,
        NO
    }

    private Answer answer = Answer.UNKNOWN;

    @Override
    public boolean getAsBoolean() {
        if (answer == Answer.UNKNOWN) {
            answer = ask() ? Answer.YES : Answer.NO;
        }
        return answer == Answer.YES;
    }

    private static boolean ask() {
        Process test;
        try {
            test = new ProcessBuilder("/bin/sh", "-c", "test -t 2")
                    .redirectError(Redirect.INHERIT)
                    .start();
        } catch (IOException noShell) {
            return false; // Windows, where there is no asking; progress is still told with --verbose.
        }
        try {
            return test.waitFor(1, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            test.destroy();
        }
    }
}
