package dev.fairlead.auth.store;

import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Lets processes take turns by an empty file that one of them locks at a time. The operating system unlocks it when the
 * process ends, however it ends. The file stays: whoever deleted it would let two in.
 */
final class LockFile {
    /**
     * Threads queue here first, because the operating system knows processes only: it would let a second thread in, and
     * would unlock a file for all threads as soon as one of them closes it.
     */
    private static final Turns THREADS = new Turns();

    /** The bytes of the file that are locked, none of which exists. */
    private static final long INSIDE = 0;

    private static final long WAY_IN = 1;

    private static final Duration SHORTEST_PAUSE = Duration.ofNanos(200_000);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(5);

    private LockFile() {}

    /** Waits for a turn. The path must be real, so that all who mean this file name it alike. */
    static TokenStore.Lease take(Path file, Deadline patience)
            throws IOException, InterruptedException, TimeoutException {
        var turn = THREADS.take(file.toString(), patience);
        var taken = false;
        try {
            var channel = locked(file, patience);
            taken = true;
            return () -> release(file, channel, turn);
        } finally {
            if (!taken) {
                turn.close();
            }
        }
    }

    private static FileChannel locked(Path file, Deadline patience)
            throws IOException, InterruptedException, TimeoutException {
        var channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                OwnerOnly.forNewFile(file));
        var locked = false;
        try {
            // Who waits blocks the way in. Without that, a busy process would let its own threads in for ever.
            var wayIn = await(channel, WAY_IN, patience);
            await(channel, INSIDE, patience);
            wayIn.release();
            locked = true;
            return channel;
        } catch (ClosedByInterruptException interrupted) {
            // The channel leaves the mark on the thread, which the exception replaces.
            Thread.interrupted();
            throw (InterruptedException) new InterruptedException().initCause(interrupted);
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    private static FileLock await(FileChannel channel, long position, Deadline patience)
            throws IOException, InterruptedException, TimeoutException {
        for (var pause = SHORTEST_PAUSE; ; pause = longer(pause)) {
            var lock = tryLock(channel, position);
            if (lock != null) {
                return lock;
            }
            if (patience.passed()) {
                throw new TimeoutException("another process did not finish in time");
            }
            Deadline.after(pause).orEarlier(patience).await();
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel, long position) throws IOException {
        try {
            return channel.tryLock(position, 1, false);
        } catch (OverlappingFileLockException heldByAnotherClassLoader) {
            return null;
        }
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private static void release(Path file, FileChannel channel, TokenStore.Lease turn) {
        try {
            // Closing unlocks, and closing twice does nothing.
            channel.close();
        } catch (IOException failure) {
            throw new StoreException("The lock " + file + " could not be given back: " + failure, failure);
        } finally {
            turn.close();
        }
    }
}
