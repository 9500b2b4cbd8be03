package dev.fairlead.store.parts;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes files and folders that nobody but their owner may touch, and refuses those that others may.
 *
 * <p>Where there are no POSIX permissions, what is made gets an access list with its owner alone, and nothing is refused
 * for what its list says.
 */
public final class OwnerOnly {
    private static final Path THIS_PROCESS = Path.of("/proc/self");
    private static volatile @Nullable UserPrincipal found;
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");
    private static final Set<PosixFilePermission> WRITERS = PosixFilePermissions.fromString("----w--w-");

    private OwnerOnly() {}

    /** Makes a folder, and those above it, unless it is there; then checks it, and returns its real path. */
    public static Path folder(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            Files.createDirectories(folder, attributes(folder, "rwx------"));
        }
        // A link to a folder is how people move their data elsewhere; what counts is where it leads.
        var real = folder.toRealPath();
        checkFolder(real);
        return real;
    }

    /** Returns what a new file at this path is made with. */
    public static FileAttribute<?>[] forNewFile(Path file) throws IOException {
        return attributes(file, "rw-------");
    }

    /** Makes an empty file unless something is there, which is not checked. */
    public static void makeFile(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createFile(file, forNewFile(file));
            } catch (FileAlreadyExistsException somebodyElseMadeIt) {
                return;
            }
        }
    }

    /**
     * Refuses a folder that others own, or may write to, as they could put other files into it. Who may only look into it
     * sees names: every file in it is for its owner alone.
     */
    public static void checkFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw refused(folder + " is not a folder; move it away");
        }
        checkRights(folder, WRITERS, "write to", "chmod 700 " + folder + ", or a folder of its own");
    }

    /** Refuses what is no ordinary file, or others own, or may read or write; returns false if there is nothing. */
    public static boolean checkFile(Path file) throws IOException {
        try {
            // One look, as others may rename or make it meanwhile.
            var attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                throw refused(file + " is a symbolic link, which is not followed; put the file itself there");
            }
            if (!attributes.isRegularFile()) {
                throw refused(file + " is not a file; move it away");
            }
            checkRights(file, OTHERS, "use", "chmod 600 " + file);
            return true;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private static void checkRights(Path path, Set<PosixFilePermission> bad, String what, String fix)
            throws IOException {
        var view = Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return;
        }
        var attributes = view.readAttributes();
        checkOwner(path, attributes, ourselves());
        var excess = EnumSet.copyOf(bad);
        excess.retainAll(attributes.permissions());
        if (!excess.isEmpty()) {
            throw refused("others than its owner may %s %s (%s); repair: %s"
                    .formatted(what, path, PosixFilePermissions.toString(attributes.permissions()), fix));
        }
    }

    static void checkOwner(Path path, PosixFileAttributes attributes, UserPrincipal ourselves)
            throws UnsafePlaceException {
        if (!attributes.owner().equals(ourselves)) {
            throw refused("%s belongs to %s, not to %s who runs this program; repair: chown %s %s, or another place"
                    .formatted(path, attributes.owner().getName(), ourselves.getName(), ourselves.getName(), path));
        }
    }

    private static UnsafePlaceException refused(String why) {
        return new UnsafePlaceException(why);
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) throws IOException {
        var views = path.getFileSystem().supportedFileAttributeViews();
        if (views.contains("posix")) {
            return new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
            };
        }
        return views.contains("acl") ? new FileAttribute<?>[] {new OwnersList(ownersList())} : new FileAttribute<?>[0];
    }

    private static List<AclEntry> ownersList() throws IOException {
        return List.of(AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(ourselves())
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .build());
    }

    /** An access list, to make a file with. */
    private record OwnersList(List<AclEntry> value) implements FileAttribute<List<AclEntry>> {
        @Override
        public String name() {
            return "acl:acl";
        }
    }

    /** Returns who owns what this program makes; a name alone would not do, since not every user has one. */
    private static UserPrincipal ourselves() throws IOException {
        var known = found;
        if (known == null) {
            known = find();
            found = known;
        }
        return known;
    }

    private static UserPrincipal find() throws IOException {
        // Where the system tells, nothing has to be written, which is not possible everywhere.
        if (Files.isDirectory(THIS_PROCESS)) {
            return Files.getOwner(THIS_PROCESS);
        }
        Path probe;
        try {
            probe = Files.createTempFile("fairlead", null);
        } catch (IOException failure) {
            throw new IOException("no temporary file can be made to find out who runs this program", failure);
        }
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }
}
