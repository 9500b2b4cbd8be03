package dev.fairlead.host.config;

import dev.fairlead.protocol.error.CallCancelledException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hashes the files that decide what servers run, within limits, and stops when its thread is interrupted. A file that many
 * servers name is read once, as long as the system says that it is the same. Thread-safe.
 */
final class FileContents {
    /** How much is read for one server; what is larger could be read for hours. */
    static final long MOST_BYTES = 256L << 20;

    /** How much is read in a minute for servers that nobody has agreed to. */
    static final long MOST_AT_ONCE = 1L << 30;

    static final String UNREADABLE = "unreadable";
    private static final String TOO_LARGE = "too large";
    private static final String MADE_UP = "made up";
    private static final String NOT_NOW = "not now";
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final int BLOCK = 64 * 1024;
    private static final int MOST_KEPT = 10_000;

    private final LongSupplier nanos;
    private final InstantSource clock;
    private final long mostAtOnce;
    private final ConcurrentMap<Path, Known> known = new ConcurrentHashMap<>();
    private final AtomicReference<Spent> spent;

    /** What was read since a moment. */
    private record Spent(long since, long bytes) {}

    FileContents() {
        this(System::nanoTime, InstantSource.system(), MOST_AT_ONCE);
    }

    FileContents(LongSupplier nanos, InstantSource clock, long mostAtOnce) {
        this.nanos = nanos;
        this.clock = clock;
        this.mostAtOnce = mostAtOnce;
        this.spent = new AtomicReference<>(new Spent(nanos.getAsLong(), 0));
    }

    /** Says why a content is not covered; empty where it is. */
    static Optional<String> whyNot(String content) {
        return Optional.ofNullable(
                content.startsWith(TOO_LARGE)
                        ? "which is too large"
                        : switch (content) {
                            case MADE_UP -> "which is no file on a disk";
                            case NOT_NOW ->
                                "as more than %s MiB were read for other servers just now; look at it again in a minute"
                                        .formatted(MOST_AT_ONCE >> 20);
                            default -> null;
                        });
    }

    /**
     * Returns the hashes of the files of a server; what could not be hashed has a word instead that says why.
     *
     * @param most how much is read for it
     * @param agreed whether somebody agreed to it before, so that it does not matter how much is read for others
     */
    Map<Path, String> of(String server, Iterable<Path> files, long most, boolean agreed) {
        var reading = new Reading(server, most, agreed);
        var contents = new TreeMap<Path, String>();
        for (var file : files) {
            contents.put(file, reading.of(file));
        }
        return contents;
    }

    private boolean mayRead(long bytes) {
        while (true) {
            var before = spent.get();
            long now = nanos.getAsLong();
            var fresh = now - before.since > MINUTE ? new Spent(now, 0) : before;
            if (fresh.bytes + bytes > mostAtOnce) {
                return false;
            }
            if (spent.compareAndSet(before, new Spent(fresh.since, fresh.bytes + bytes))) {
                return true;
            }
        }
    }

    /** One file; whoever comes while it is read waits for what comes of that. */
    private static final class Known {
        private final ReentrantLock reading = new ReentrantLock();

        // Guarded by reading.
        private @Nullable FileStamp stamp;
        private String content = "";
    }

    /** The files of one server. */
    private final class Reading {
        private final String server;
        private final boolean agreed;
        private long left;

        Reading(String server, long most, boolean agreed) {
            this.server = server;
            this.left = most;
            this.agreed = agreed;
        }

        String of(Path file) {
            if (known.size() > MOST_KEPT) {
                known.clear();
            }
            var one = known.computeIfAbsent(file, path -> new Known());
            try {
                one.reading.lockInterruptibly();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw cancelled();
            }
            try {
                return content(file, one);
            } catch (IOException e) {
                stopIfInterrupted(); // An interrupt ends a read as if the file were broken.
                return UNREADABLE; // It then cannot be run either; once it can, the fingerprint is another one.
            } finally {
                one.reading.unlock();
            }
        }

        private String content(Path file, Known one) throws IOException {
            if (BoundedFile.isMadeUp(file)) {
                return MADE_UP;
            }
            long size = Files.size(file);
            if (size > left) {
                return TOO_LARGE + " " + size;
            }
            var before = FileStamp.of(file, clock.instant());
            if (before.isPresent() && before.get().equals(one.stamp)) {
                left -= size;
                return one.content;
            }
            if (!agreed && !mayRead(size)) {
                return NOT_NOW;
            }
            one.stamp = null;
            one.content = hash(file);
            one.stamp = before.equals(FileStamp.of(file, clock.instant())) ? before.orElse(null) : null;
            return one.content;
        }

        private String hash(Path file) throws IOException {
            var digest = BoundedFile.sha256();
            try (var in = BoundedFile.open(file)) {
                var block = new byte[BLOCK];
                for (int read = in.read(block); read >= 0; read = in.read(block)) {
                    stopIfInterrupted();
                    left -= read;
                    if (left < 0) {
                        return TOO_LARGE; // It grows while it is read.
                    }
                    digest.update(block, 0, read);
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        }

        private void stopIfInterrupted() {
            if (Thread.currentThread().isInterrupted()) {
                throw cancelled();
            }
        }

        private CallCancelledException cancelled() {
            return new CallCancelledException("connecting", server, false);
        }
    }
}
