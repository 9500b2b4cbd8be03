package dev.fairlead.store.parts;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Locks on single bytes of an empty file, none of which exists. The operating system gives them back when the process ends,
 * however it ends. The file stays: whoever deleted it would let two in.
 */
public final class FileLocks implements Locks {
    private static final ReentrantLock STATE = new ReentrantLock();

    /**
     * Guarded by {@link #STATE}. One channel per file for the whole process: closing any other would give back all the
     * locks that the process has on that file.
     */
    private static final Map<Path, Held> OPEN = new HashMap<>();

    private final Place place;
    private final Function<IOException, RuntimeException> failed;
    private final Map<String, Path> taken = new HashMap<>(); // guarded by STATE

    /**
     * Makes locks of a file.
     *
     * @param failed tells what is thrown if it cannot be used
     */
    public FileLocks(Place place, Function<IOException, RuntimeException> failed) {
        this.place = place;
        this.failed = failed;
    }

    @Override
    public boolean tryLock(String name) {
        // An interrupt would close the channel, and so give back the locks of others.
        return Uninterrupted.call(() -> {
            STATE.lock();
            try {
                var file = place.find();
                boolean locked = tryLock(file, name);
                if (locked) {
                    taken.put(name, file);
                }
                return locked;
            } catch (IOException failure) {
                throw failed.apply(failure);
            } finally {
                STATE.unlock();
            }
        });
    }

    @Override
    public void unlock(String name) {
        Uninterrupted.call(() -> {
            STATE.lock();
            try {
                var file = taken.remove(name);
                if (file != null) {
                    unlock(file, name);
                }
            } catch (IOException failure) {
                System.getLogger(FileLocks.class.getPackageName())
                        .log(System.Logger.Level.WARNING, "A lock could not be given back", failure);
            } finally {
                STATE.unlock();
            }
            return true;
        });
    }

    private static boolean tryLock(Path file, String name) throws IOException {
        var held = OPEN.get(file);
        if (held == null) {
            held = new Held(open(file), new HashMap<>());
            OPEN.put(file, held);
        }
        FileLock lock = null;
        try {
            lock = tryLock(held.channel(), Hashes.positive(name));
        } finally {
            if (lock != null) {
                held.locks().put(name, lock);
            } else {
                closeUnused(file, held);
            }
        }
        return lock != null;
    }

    private static void unlock(Path file, String name) throws IOException {
        var held = OPEN.get(file);
        if (held != null) {
            var lock = held.locks().remove(name);
            try {
                if (lock != null) {
                    lock.release();
                }
            } finally {
                closeUnused(file, held);
            }
        }
    }

    private static void closeUnused(Path file, Held held) throws IOException {
        if (held.locks().isEmpty()) {
            OPEN.remove(file);
            held.channel().close();
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                OwnerOnly.forNewFile(file));
    }

    private static @Nullable FileLock tryLock(FileChannel channel, long position) throws IOException {
        try {
            return channel.tryLock(position, 1, false);
        } catch (OverlappingFileLockException heldByAnotherClassLoader) {
            return null;
        }
    }

    /** Where the file is; its path is real, so that all who mean this file name it alike. */
    public interface Place {

        /** Returns where it is, in a folder that was made if it was missing. */
        Path find() throws IOException;
    }

    private record Held(FileChannel channel, Map<String, FileLock> locks) {}
}
