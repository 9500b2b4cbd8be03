package dev.fairlead.cli.chat;

import dev.fairlead.agent.Transcript;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.parts.FileLocks;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.store.parts.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Where a conversation is kept, if it is; for one chat at a time, as two would write over each other's words. */
final class KeptTranscript implements AutoCloseable {
    private final @Nullable Path file;
    private final Transcript transcript;
    private final Runnable release;

    private KeptTranscript(@Nullable Path file, Transcript transcript, Runnable release) {
        this.file = file;
        this.transcript = transcript;
        this.release = release;
    }

    /**
     * Opens one.
     *
     * @param locks the file by whose locks chats keep out of each other's way
     */
    static KeptTranscript at(@Nullable Path file, Path locks) {
        if (file == null) {
            return new KeptTranscript(null, Transcript.begin(), () -> {});
        }
        if (!Files.isDirectory(folder(file))) {
            throw new UsageException("--transcript %s: there is no such folder".formatted(file));
        }
        var release = take(file, locks);
        try {
            return new KeptTranscript(file, read(file), release);
        } catch (RuntimeException | Error unreadable) {
            release.run();
            throw unreadable;
        }
    }

    /** Has the file for this chat alone, and returns what lets go of it; the end of the process does so too. */
    private static Runnable take(Path file, Path locks) {
        var taking = new FileLocks(
                () -> OwnerOnly.folder(folder(locks)).resolve(locks.getFileName()), UncheckedIOException::new);
        try {
            var name = folder(file).toRealPath().resolve(file.getFileName()).toString();
            if (taking.tryLock(name)) {
                return () -> taking.unlock(name);
            }
        } catch (IOException | UncheckedIOException failure) {
            throw new UnusableException(
                    ExitCode.BAD_CONFIGURATION,
                    "transcript",
                    "--transcript %s: whether another chat keeps its conversation there could not be found out, as %s cannot be locked: %s"
                            .formatted(file, locks, failure.getMessage()));
        }
        throw new UsageException(
                "--transcript %s: another chat keeps its conversation there; end that one, or name another file"
                        .formatted(file));
    }

    private static Path folder(Path file) {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
    }

    private static Transcript read(Path file) {
        if (!Files.exists(file)) {
            return Transcript.begin();
        }
        try {
            return Transcript.of(Json.parseOwn(Files.readString(file)));
        } catch (JacksonException bad) {
            throw new UsageException(
                    "--transcript %s: that is no conversation: %s".formatted(file, bad.getOriginalMessage()), bad);
        } catch (IOException | IllegalArgumentException bad) {
            throw new UsageException(
                    "--transcript %s: that is no conversation: %s".formatted(file, bad.getMessage()), bad);
        }
    }

    /** Returns the conversation as it was found. */
    Transcript transcript() {
        return transcript;
    }

    /** Keeps a conversation, for its owner alone; whole, or as it was before. */
    void keep(Transcript now) throws IOException {
        if (file == null) {
            return;
        }
        var fresh = folder(file).resolve("fairlead-chat-%s.new".formatted(UUID.randomUUID()));
        var bytes = (Json.write(now.toJson()) + "\n").getBytes(StandardCharsets.UTF_8);
        WholeFile.replace(file, fresh, bytes, OwnerOnly.forNewFile(fresh));
    }

    /** Lets other chats have the file. */
    @Override
    public void close() {
        release.run();
    }
}
