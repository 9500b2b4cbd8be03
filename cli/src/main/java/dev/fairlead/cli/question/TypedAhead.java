package dev.fairlead.cli.question;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;

/** Has a terminal forget what was typed and not read yet: whole lines, and one whose end was not typed yet. */
final class TypedAhead {
    private static final long PATIENCE_SECONDS = 5;
    private static final int SOMETHING = 3;

    /** A terminal hands out the beginning of a line only where it does not wait for the end; Java cannot tell it so. */
    private static final String FORGET = """
        mode=$(stty -g) || exit 0
        trap 'stty "$mode"' EXIT
        trap 'exit 0' HUP INT TERM
        stty -icanon min 0 time 0 || exit 0
        test "$(cat | wc -c)" -eq 0 || exit %s
        """.formatted(SOMETHING);

    private final InputStream in;

    /** Is about a terminal, which is standard input. */
    TypedAhead(InputStream in) {
        this.in = in;
    }

    /** Forgets it, and tells whether there was something. */
    boolean forget() throws IOException, InterruptedException {
        boolean something = told();
        return read() || something;
    }

    private static boolean told() throws InterruptedException {
        Process shell;
        try {
            shell = new ProcessBuilder("/bin/sh", "-c", FORGET)
                    .redirectInput(Redirect.INHERIT)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException noShell) {
            return false; // Windows; there, whole lines are forgotten.
        }
        try {
            return shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && shell.exitValue() == SOMETHING;
        } finally {
            shell.destroy();
        }
    }

    private boolean read() throws IOException {
        boolean something = false;
        while (in.available() > 0 && in.read() >= 0) {
            something = true;
        }
        return something;
    }
}
