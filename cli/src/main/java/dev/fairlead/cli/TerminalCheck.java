package dev.fairlead.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Finds out, at most once, whether standard streams are a terminal; Java itself only knows about standard output. */
final class TerminalCheck implements BooleanSupplier {
    private enum Answer {
        UNKNOWN,
        YES,
        NO
    }

    private final String question;
    private Answer answer = Answer.UNKNOWN;

    private TerminalCheck(String question) {
        this.question = question;
    }

    /** Returns the check of standard error. */
    static TerminalCheck ofError() {
        return new TerminalCheck("test -t 2");
    }

    /** Returns the check of standard input and standard error. */
    static TerminalCheck ofInputAndError() {
        return new TerminalCheck("test -t 0 && test -t 2");
    }

    @Override
    public boolean getAsBoolean() {
        if (answer == Answer.UNKNOWN) {
            answer = ask() ? Answer.YES : Answer.NO;
        }
        return answer == Answer.YES;
    }

    private boolean ask() {
        Process test;
        try {
            test = new ProcessBuilder("/bin/sh", "-c", question)
                    .redirectInput(Redirect.INHERIT)
                    .redirectError(Redirect.INHERIT)
                    .start();
        } catch (IOException noShell) {
            return false; // Windows, where there is no asking; options do the same.
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
