package dev.fairlead.host.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
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
            move(fresh);
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
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // Nobody else may look until it has the rights of the file that it replaces.
        boolean closed = exists || audience == ConfigEdit.Audience.OWNER;
        try (var channel = FileChannel.open(fresh, options, attributes(fresh, closed, "rw-------"))) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
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

    private void move(Path fresh) throws IOException {
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException elsewhere) {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static FileAttribute<?>[] attributes(Path path, boolean closed, String rights) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return closed && posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
