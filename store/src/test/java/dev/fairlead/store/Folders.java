package dev.fairlead.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders that tests leave behind. */
final class Folders {
    private Folders() {}

    /** Deletes a folder with all that is in it, or a file. */
    static void delete(Path path) {
        try (var all = Files.walk(path)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
