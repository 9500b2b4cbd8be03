package dev.fairlead.cli.text;

import dev.fairlead.store.parts.WholeFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Writes files that somebody asked for, each of them whole or not at all. */
public final class OutputFile {
    private OutputFile() {}

    /** Makes a file that is not there; leaves none where it could not be written to its end. */
    public static void create(Path file, byte[] bytes) throws IOException {
        try {
            WholeFile.make(file, bytes);
        } catch (FileAlreadyExistsException taken) {
            throw taken; // It is somebody else's.
        } catch (IOException full) {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(file);
            }
            throw full;
        }
    }

    /** Makes a file, or replaces the one that is there. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        replace(Map.of(file, bytes));
    }

    /** Makes files, or replaces those that are there, once all of them are on the disk. */
    public static void replace(Map<Path, byte[]> files) throws IOException {
        var ready = new LinkedHashMap<Path, Path>();
        try {
            for (var one : files.entrySet()) {
                var file = one.getKey();
                if (isDevice(file)) {
                    Files.write(file, one.getValue());
                    continue;
                }
                // What a link leads to is replaced, not the link.
                var place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
                var fresh = place.resolveSibling(".fairlead-%s.new".formatted(UUID.randomUUID()));
                ready.put(fresh, place);
                WholeFile.make(fresh, one.getValue());
                keepRights(place, fresh);
            }
            for (var one : ready.entrySet()) {
                WholeFile.move(one.getKey(), one.getValue());
            }
        } finally {
            for (var fresh : ready.keySet()) {
                Files.deleteIfExists(fresh);
            }
        }
    }

    /** Such as {@code /dev/stdout}, which is no file to be replaced, even where it leads to one. */
    private static boolean isDevice(Path file) {
        return Files.exists(file)
                && (!Files.isRegularFile(file) || file.toAbsolutePath().startsWith("/dev"));
    }

    private static void keepRights(Path old, Path fresh) throws IOException {
        if (Files.exists(old)
                && old.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(old));
        }
    }
}
