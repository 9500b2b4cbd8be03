package dev.fairlead.cli.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;

/** Asks the terminal how wide it is; 0 where it does not say. */
final class TerminalSize implements IntSupplier {
    private static final Pattern ANSWER = Pattern.compile("\\d{1,5} (\\d{1,5})\\s*");

    @Override
    public int getAsInt() {
        Process stty;
        try {
            stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException noSuchProgram) {
            return 0; // Windows, or no terminal at all.
        }
        try {
            return stty.waitFor(1, TimeUnit.SECONDS)
                    ? columns(new String(stty.getInputStream().readNBytes(32), US_ASCII))
                    : 0;
        } catch (IOException e) {
            return 0; // It ended without an answer.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } finally {
            stty.destroy();
        }
    }

    static int columns(String answer) {
        var matcher = ANSWER.matcher(answer);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
