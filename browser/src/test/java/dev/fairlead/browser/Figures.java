package dev.fairlead.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What was measured, for whoever reads the log of a build or {@code target/browser/figures.txt}. */
final class Figures {
    private static final Path FILE = Path.of("target", "browser", "figures.txt");

    private Figures() {}

    static void tell(String figure) {
        System.out.println(figure);
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, figure + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
