package dev.fairlead.cli.text;

import dev.fairlead.store.parts.WholeFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Writes files that somebody asked for, each of them whole or not at all. */
public final class OutputFile {
    private static final int MOST_LINKS = 40;
    private static final Set<PosixFilePermission> OWN =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    /** What a group may, with what all others may. */
    private static final Map<PosixFilePermission, PosixFilePermission> OF_GROUP_AND_OTHERS = Map.of(
            PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ,
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);

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
                var place = behindLinks(file);
                var fresh = place.resolveSibling(".fairlead-%s.new".formatted(UUID.randomUUID()));
                ready.put(fresh, place);
                make(fresh, one.getValue(), rights(place));
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

    /** What a link leads to is replaced, not the link, also where nothing is there yet. */
    private static Path behindLinks(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        var place = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(place); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(file.toString());
            }
            place = place.resolveSibling(Files.readSymbolicLink(place));
        }
        return place;
    }

    /** Returns what is to be kept of a file that is replaced; nothing where the new one is made as others are. */
    private static Optional<PosixFileAttributes> rights(Path old) throws IOException {
        return Files.exists(old)
                        && old.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Optional.of(Files.readAttributes(old, PosixFileAttributes.class))
                : Optional.empty();
    }

    /** Nobody may read the new file, not even for a moment, who may not read the old one. */
    private static void make(Path fresh, byte[] bytes, Optional<PosixFileAttributes> old) throws IOException {
        if (old.isEmpty()) {
            WholeFile.make(fresh, bytes);
            return;
        }
        WholeFile.make(fresh, bytes, PosixFilePermissions.asFileAttribute(OWN));
        var rights = old.get().permissions();
        Files.setPosixFilePermissions(fresh, takesGroup(fresh, old.get().group()) ? rights : inAnotherGroup(rights));
    }

    /** Who was in the group is one of the others now, and the other way round: both may what both might. */
    static Set<PosixFilePermission> inAnotherGroup(Set<PosixFilePermission> rights) {
        var kept = EnumSet.noneOf(PosixFilePermission.class);
        kept.addAll(rights);
        OF_GROUP_AND_OTHERS.forEach((ofGroup, ofOthers) -> {
            if (!rights.contains(ofGroup) || !rights.contains(ofOthers)) {
                kept.remove(ofGroup);
                kept.remove(ofOthers);
            }
        });
        return kept;
    }

    /** Gives a file to a group; tells whether that is allowed. */
    private static boolean takesGroup(Path fresh, GroupPrincipal group) throws IOException {
        var view = Files.getFileAttributeView(fresh, PosixFileAttributeView.class);
        if (view.readAttributes().group().equals(group)) {
            return true;
        }
        try {
            view.setGroup(group);
            return true;
        } catch (IOException notAllowed) {
            return false;
        }
    }
}
