package dev.fairlead.host.config;

import dev.fairlead.store.parts.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a file is to hold from now on. It is written beside the file, and takes its place at once. */
final class Replacement {
    private final Path file;
    private final ConfigEdit.Audience audience;
    private final byte[] bytes;

    Replacement(Path file, ConfigEdit.Audience audience, String text) {
        this.file = file;
        this.audience = audience;
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    /** A last look at the file. */
    interface Look {
        boolean agrees() throws IOException;
    }

    /** Tells whether a file with these bytes holds just this. */
    boolean isSameAs(byte @Nullable [] others) {
        return Arrays.equals(bytes, others);
    }

    /** Puts it there if the last look agrees; else nothing is changed. */
    boolean put(Look last) throws IOException {
        boolean exists = Files.exists(file);
        if (exists && !Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        makeFolder();
        var fresh = file.resolveSibling(".%s.%s.tmp".formatted(file.getFileName(), UUID.randomUUID()));
        try {
            write(fresh, exists);
            if (!last.agrees()) {
                return false;
            }
            WholeFile.move(fresh, file);
            return true;
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private void makeFolder() throws IOException {
        var folder = file.getParent();
        if (folder != null && !Files.exists(folder)) {
            Files.createDirectories(folder, attributes(folder, audience == ConfigEdit.Audience.OWNER, "rwx------"));
        }
    }

    private void write(Path fresh, boolean exists) throws IOException {
        // Nobody else may look until it has the rights of the file that it replaces.
        boolean closed = exists || audience == ConfigEdit.Audience.OWNER;
        WholeFile.make(fresh, bytes, attributes(fresh, closed, "rw-------"));
        if (exists) {
            copyRights(fresh);
        }
    }

    private void copyRights(Path fresh) throws IOException {
        var old = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        var own = Files.getFileAttributeView(fresh, PosixFileAttributeView.class);
        if (old == null || own == null) {
            return;
        }
        var rights = old.readAttributes();
        if (!own.readAttributes().group().equals(rights.group())) {
            own.setGroup(rights.group());
        }
        own.setPermissions(rights.permissions());
    }

    private static FileAttribute<?>[] attributes(Path path, boolean closed, String rights) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return closed && posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
