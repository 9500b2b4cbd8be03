package dev.fairlead.cli.text;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** Keeps what cannot be shown, under names of its own. */
public final class SavedFiles {
    private static final int MOST = 10_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    /** Nothing here runs a script by being opened; SVG and HTML do, and are therefore {@code bin}. */
    private static final Map<String, String> EXTENSIONS = Map.ofEntries(
            Map.entry("image/png", "png"),
            Map.entry("image/jpeg", "jpg"),
            Map.entry("image/gif", "gif"),
            Map.entry("image/webp", "webp"),
            Map.entry("image/avif", "avif"),
            Map.entry("image/bmp", "bmp"),
            Map.entry("image/tiff", "tiff"),
            Map.entry("audio/wav", "wav"),
            Map.entry("audio/x-wav", "wav"),
            Map.entry("audio/mpeg", "mp3"),
            Map.entry("audio/mp3", "mp3"),
            Map.entry("audio/mp4", "m4a"),
            Map.entry("audio/aac", "aac"),
            Map.entry("audio/ogg", "ogg"),
            Map.entry("audio/flac", "flac"),
            Map.entry("audio/webm", "weba"),
            Map.entry("video/mp4", "mp4"),
            Map.entry("video/webm", "webm"),
            Map.entry("application/pdf", "pdf"),
            Map.entry("application/json", "json"),
            Map.entry("application/zip", "zip"),
            Map.entry("application/gzip", "gz"),
            Map.entry("text/csv", "csv"),
            Map.entry("text/markdown", "md"),
            Map.entry("text/plain", "txt"));

    private final Path folder;
    private final InstantSource clock;

    /** Keeps files in a folder, which is made when it is needed. */
    public SavedFiles(Path folder) {
        this(folder, InstantSource.system());
    }

    SavedFiles(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Writes a file that was not there, and returns it; nothing of its name comes from a peer. */
    public Path save(byte[] bytes, String mimeType) throws IOException {
        Files.createDirectories(folder);
        var time = TIME.format(clock.instant().atZone(ZoneId.systemDefault()));
        var extension = extension(bytes, mimeType);
        IOException last = null;
        for (int i = 1; i <= MOST; i++) {
            var file = folder.resolve("fairlead-%s%s.%s".formatted(time, i == 1 ? "" : "-" + i, extension));
            try {
                OutputFile.create(file, bytes);
                return file;
            } catch (FileAlreadyExistsException taken) {
                last = taken; // Never overwritten; the next name is free, or the one after.
            }
        }
        throw new IOException("too many files of the same second in " + folder, last);
    }

    /** Returns the extension for a type, {@code bin} for all that are not known. */
    static String extension(byte[] bytes, String mimeType) {
        int end = mimeType.indexOf(';');
        var type = (end < 0 ? mimeType : mimeType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return Picture.of(bytes)
                .map(picture -> picture.format().extension())
                .orElseGet(() -> EXTENSIONS.getOrDefault(type, "bin"));
    }
}
