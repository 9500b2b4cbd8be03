package dev.fairlead.console.keep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Something is kept, and could not be read. */
public final class UnreadException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadException(Path file, String why, @Nullable Throwable cause) {
        super("%s could not be read: %s".formatted(file, why), cause);
    }
}
