package dev.fairlead.host.trust;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.fairlead.store.parts.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An audit log in a file. Every entry is one write of at most 4 KiB at the end of the file, which the operating system
 * keeps whole whoever else writes. The file is opened anew each time, as another process may have renamed it.
 */
final class FileAuditLog implements AuditLog {
    private static final int LONGEST_LINE = 4096;
    /** By how much the file may outgrow its size while another process is renaming it. */
    private static final long LEEWAY = 1024 * 1024;

    private static final int MOST_TRIES = 10;
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final Path file;
    private final Consumer<String> trouble;
    private final Clock clock;
    private final long size;
    private final ReentrantLock lock = new ReentrantLock();

    /** When trouble was last told of, and whether the last line may be half written; guarded by the lock. */
    private @Nullable Instant told;

    private boolean torn;

    FileAuditLog(Path file, Consumer<String> trouble, Clock clock, long size) {
        this.file = file.toAbsolutePath().normalize();
        this.trouble = trouble;
        this.clock = clock;
        this.size = size;
    }

    /** Returns a log of everything, beside which starts and decisions have a file of their own. */
    static AuditLog withDecisions(Path file, Consumer<String> trouble, Clock clock, long size) {
        var all = new FileAuditLog(file, trouble, clock, size);
        var decisions = new FileAuditLog(Path.of(file + DECISIONS), trouble, clock, size);
        return entry -> {
            all.record(entry);
            if (entry.decides()) {
                decisions.record(entry);
            }
        };
    }

    @Override
    public void record(AuditRecord entry) {
        var now = clock.instant();
        var line = entry.line(now, ProcessHandle.current().pid(), LONGEST_LINE - 2);
        var lost = add(line, now);
        if (lost != null) {
            trouble.accept(lost);
        }
    }

    /** Returns what somebody should be told, if there is anything. */
    private @Nullable String add(String line, Instant now) {
        lock.lock();
        try {
            write(line);
            return null;
        } catch (IOException failure) {
            if (told != null && now.isBefore(told.plus(SILENCE))) {
                return null;
            }
            told = now;
            return "The audit log %s cannot be written, and entries are lost: %s".formatted(file, failure);
        } finally {
            lock.unlock();
        }
    }

    private void write(String line) throws IOException {
        var folder = file.getParent();
        if (folder == null) {
            throw new IOException("it is no file in a folder");
        }
        var ignored = OwnerOnly.folder(folder);
        rotate(line.length() + 1);
        for (int tries = 1; ; tries++) {
            OwnerOnly.makeFile(file);
            try {
                append(line);
                return;
            } catch (NoSuchFileException renamedMeanwhile) {
                if (tries == MOST_TRIES) {
                    throw renamedMeanwhile;
                }
            }
        }
    }

    private void append(String line) throws IOException {
        if (!OwnerOnly.checkFile(file)) {
            throw new NoSuchFileException(file.toString());
        }
        // It is not made here, as it would get other permissions; and unlike a channel, a stream is not closed by an
        // interrupt: calls that are given up are recorded too.
        try (var output = Files.newOutputStream(
                file, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS)) {
            var bytes = ((torn ? "\n" : "") + line + "\n").getBytes(US_ASCII);
            torn = true;
            output.write(bytes);
            torn = false;
        }
    }

    private void rotate(int more) throws IOException {
        long length = length();
        if (length == 0 || length + more <= size) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            rotateAlone(more);
        } catch (IOException failure) {
            throw new IOException("it is full and cannot be renamed: " + failure, failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void rotateAlone(int more) throws IOException {
        var lockFile = file.resolveSibling(file.getFileName() + ".lock");
        OwnerOnly.makeFile(lockFile);
        boolean ignored = OwnerOnly.checkFile(lockFile);
        try (var channel = FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                var mine = tryLock(channel)) {
            if (mine == null) {
                // Somebody else is about to rename the file, or stopped in the midst of it.
                if (length() > size + LEEWAY) {
                    throw new IOException("another process holds " + lockFile);
                }
            } else if (length() + more > size) {
                shift();
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException somebodyElseInThisProcess) {
            return null;
        }
    }

    private void shift() throws IOException {
        for (int i = OLD_FILES; i > 0; i--) {
            var from = i == 1 ? file : old(i - 1);
            if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(from, old(i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path old(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    private long length() throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException none) {
            return 0;
        }
    }
}
