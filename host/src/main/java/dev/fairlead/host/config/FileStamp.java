package dev.fairlead.host.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What the system says of a file that is another one after every change, also where somebody sets its times back.
 *
 * @param attributes its size, when it was changed, and which of all files it is
 */
record FileStamp(Map<String, Object> attributes) {
    // Two changes within one tick of the clock of a file system look alike.
    private static final Duration SETTLED = Duration.ofSeconds(3);

    FileStamp {
        attributes = Map.copyOf(attributes);
    }

    /** Returns the stamp of a file; empty where the system has none, or where the file was changed just now. */
    static Optional<FileStamp> of(Path file, Instant now) throws IOException {
        Map<String, Object> attributes;
        try {
            attributes = Files.readAttributes(file, "unix:dev,ino,size,lastModifiedTime,ctime");
        } catch (UnsupportedOperationException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
        boolean settled = attributes.get("ctime") instanceof FileTime changed
                && changed.toInstant().plus(SETTLED).isBefore(now);
        return settled ? Optional.of(new FileStamp(attributes)) : Optional.empty();
    }
}
