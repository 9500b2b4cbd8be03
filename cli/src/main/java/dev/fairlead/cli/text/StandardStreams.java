package dev.fairlead.cli.text;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Finds out which of the standard streams (0, 1, 2) are a terminal; Java itself only knows about all or none. */
final class StandardStreams implements IntPredicate {
    private static final String QUESTION =
            "r=0; test -t 0 && r=1; test -t 1 && r=$((r+2)); test -t 2 && r=$((r+4));" + " exit $r";

    private final Path descriptors;
    private volatile @Nullable Integer answer;

    StandardStreams() {
        this(Path.of("/proc/self/fd"));
    }

    StandardStreams(Path descriptors) {
        this.descriptors = descriptors;
    }

    @Override
    public boolean test(int stream) {
        var known = byName(stream);
        return known != null ? known : (asked() & 1 << stream) != 0;
    }

    /** Where the system shows what a stream is, that costs no process. */
    private @Nullable Boolean byName(int stream) {
        try {
            var link = descriptors.resolve(Integer.toString(stream));
            var name = Files.readSymbolicLink(link).toString();
            if (name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console")) {
                return true;
            }
            boolean known = name.startsWith("pipe:")
                    || name.startsWith("socket:")
                    || name.equals("/dev/null")
                    || Files.isRegularFile(link);
            return known ? false : null;
        } catch (IOException | UnsupportedOperationException notShown) {
            return null;
        }
    }

    private int asked() {
        var known = answer;
        if (known == null) {
            known = ask();
            answer = known;
        }
        return known;
    }

    private static int ask() {
        Process test;
        try {
            test = new ProcessBuilder("/bin/sh", "-c", QUESTION)
                    .redirectInput(Redirect.INHERIT)
                    .redirectOutput(Redirect.INHERIT)
                    .redirectError(Redirect.INHERIT)
                    .start();
        } catch (IOException noShell) {
            return 0; // Windows, where there is no asking; options do the same.
        }
        try {
            return test.waitFor(1, TimeUnit.SECONDS) ? test.exitValue() & 7 : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } finally {
            test.destroy();
        }
    }
}
