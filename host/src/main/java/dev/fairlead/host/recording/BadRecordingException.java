package dev.fairlead.host.recording;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file is no recording, or is not one that can be read. */
public final class BadRecordingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadRecordingException(Path file, String problem, @Nullable Throwable cause) {
        super("recording %s: %s".formatted(file, problem), cause);
    }
}
