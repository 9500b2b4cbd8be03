package dev.fairlead.cli.frame;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A server of a certain file, typed as {@code FILE#NAME}.
 *
 * @param typed the word itself
 */
record FileEntry(Path file, String name, String typed) {

    /** Reads a word; both files and names may have the sign in them, so that a file that is there decides. */
    static Optional<FileEntry> of(String word) {
        for (int sign = word.indexOf('#'); sign > 0; sign = word.indexOf('#', sign + 1)) {
            var file = word.substring(0, sign);
            if (sign < word.length() - 1 && isFile(file)) {
                return Optional.of(new FileEntry(Path.of(file), word.substring(sign + 1), word));
            }
        }
        return Optional.empty();
    }

    private static boolean isFile(String name) {
        try {
            return Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException odd) {
            return false; // Not a file then, whatever else it is.
        }
    }
}
