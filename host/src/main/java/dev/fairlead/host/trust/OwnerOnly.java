package dev.fairlead.host.trust;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Makes files and folders that nobody but their owner may touch, and refuses those that others may. Where there are no
 * POSIX permissions, what a folder grants is what its files grant.
 */
final class OwnerOnly {
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private OwnerOnly() {}

    /** Makes a folder, and those above it, unless it is there; then checks it. */
    static void folder(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            Files.createDirectories(folder, attributes(folder, "rwx------"));
        }
        check(folder.toRealPath(), "chmod 700 " + folder + ", or choose a folder of its own");
    }

    /** Makes an empty file unless something is there. */
    static void makeFile(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createFile(file, attributes(file, "rw-------"));
            } catch (FileAlreadyExistsException somebodyElseMadeIt) {
                return;
            }
        }
    }

    /** Refuses what is no ordinary file or others may use; throws {@link NoSuchFileException} if there is nothing. */
    static void checkFile(Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException(file + " is not an ordinary file; move it away");
        }
        check(file, "chmod 600 " + file);
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static void check(Path path, String repair) throws IOException {
        var view = Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return;
        }
        var permissions = view.readAttributes().permissions();
        var excess = EnumSet.copyOf(OTHERS);
        excess.retainAll(permissions);
        if (!excess.isEmpty()) {
            throw new IOException("others than its owner may use %s (%s); repair: %s"
                    .formatted(path, PosixFilePermissions.toString(permissions), repair));
        }
    }
}
