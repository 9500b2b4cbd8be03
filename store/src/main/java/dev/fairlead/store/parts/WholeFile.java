package dev.fairlead.store.parts;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * Replaces a file so that it is whole at every moment, also after a crash of the machine: what is new is on the disk before
 * it takes the place of what was, and the folder that says so is on the disk before anybody is told. Where only the folder
 * could not be brought there, what is new is in its place all the same, which is no failure: it is logged that a crash of
 * the machine may bring back what was.
 */
public final class WholeFile {
    private static final System.Logger LOG = System.getLogger(WholeFile.class.getName());
    private static final boolean FOLDERS_CAN_BE_FORCED = File.separatorChar == '/';

    private WholeFile() {}

    /** Has what is at a path on the disk, not only on its way there. */
    interface Disk {
        void force(Path path) throws IOException;
    }

    /**
     * Replaces a file; if that fails the old one stays.
     *
     * @param fresh where the new one is made, in the same folder; nothing is left there
     * @param rights with which it is made
     */
    public static void replace(Path file, Path fresh, byte[] bytes, FileAttribute<?>... rights) throws IOException {
        replace(WholeFile::force, file, fresh, bytes, rights);
    }

    static void replace(Disk disk, Path file, Path fresh, byte[] bytes, FileAttribute<?>... rights) throws IOException {
        try {
            make(disk, fresh, bytes, rights);
            move(disk, fresh, file);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Makes a file that is not there yet, and has it on the disk. */
    public static void make(Path fresh, byte[] bytes, FileAttribute<?>... rights) throws IOException {
        make(WholeFile::force, fresh, bytes, rights);
    }

    private static void make(Disk disk, Path fresh, byte[] bytes, FileAttribute<?>... rights) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(fresh, options, rights)) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
        disk.force(fresh);
    }

    /** Has a file that was made take the place of another. */
    public static void move(Path fresh, Path file) throws IOException {
        move(WholeFile::force, fresh, file);
    }

    private static void move(Disk disk, Path fresh, Path file) throws IOException {
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException elsewhere) {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try {
                disk.force(folder);
            } catch (IOException unsure) {
                LOG.log(
                        Level.WARNING,
                        "%s is written, but the disk did not confirm it: if the machine stops now, what was there before may"
                                        .formatted(file)
                                + " come back. Have a look at the disk",
                        unsure);
            }
        }
    }

    private static void force(Path path) throws IOException {
        boolean folder = Files.isDirectory(path);
        if (folder && !FOLDERS_CAN_BE_FORCED) {
            return; // Windows does not open folders, and keeps their changes in a journal.
        }
        try (var channel = FileChannel.open(path, folder ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
