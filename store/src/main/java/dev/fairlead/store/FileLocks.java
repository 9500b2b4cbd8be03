package dev.fairlead.store;

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
import org.jspecify.annotations.Nullable;

/**
 * Locks on single bytes of an empty file, none of which exists. The operating system gives them back when the process ends,
 * however it ends. The file stays: whoever deleted it would let two in.
 */
final class FileLocks implements Locks {
    private static final ReentrantLock STATE = new ReentrantLock();

    /**
     * Guarded by {@link #STATE}. One channel per file for the whole process: closing any other would give back all the
     * locks that the process has on that file.
     */
    private static final Map<Path, Held> OPEN = new HashMap<>();

    private final Place place;

    FileLocks(Place place) {
        this.place = place;
    }

    @Override
    public boolean tryLock(String name) {
        // An interrupt would close the channel, and so give back the locks of others.
        return Uninterrupted.call(() -> {
            STATE.lock();
            try {
                return tryLock(place.find(), name);
            } catch (IOException failure) {
                throw failed("taken", failure);
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
                unlock(place.find(), name);
            } catch (IOException failure) {
                Logs.warn(failed("given back", failure));
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

    private static StoreException failed(String what, IOException failure) {
        return new StoreException(
                "A lock could not be %s: %s; see that the folder may be written and the disk has space"
                        .formatted(what, failure),
                failure);
    }

    /** Where the file is; its path is real, so that all who mean this file name it alike. */
    interface Place {
        Path find() throws IOException;
    }

    private record Held(FileChannel channel, Map<String, FileLock> locks) {}
}
