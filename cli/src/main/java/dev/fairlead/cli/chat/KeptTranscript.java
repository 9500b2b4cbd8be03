package dev.fairlead.cli.chat;

import dev.fairlead.agent.Transcript;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.store.parts.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Where a conversation is kept, if it is. */
final class KeptTranscript {
    private final @Nullable Path file;
    private final Transcript transcript;

    private KeptTranscript(@Nullable Path file, Transcript transcript) {
        this.file = file;
        this.transcript = transcript;
    }

    static KeptTranscript at(@Nullable Path file) {
        if (file != null
                && !Files.isDirectory(
                        Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow())) {
            throw new UsageException("--transcript %s: there is no such folder".formatted(file));
        }
        if (file == null || !Files.exists(file)) {
            return new KeptTranscript(file, Transcript.begin());
        }
        try {
            return new KeptTranscript(file, Transcript.of(Json.parse(Files.readString(file))));
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
        var folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
        var fresh = folder.resolve("fairlead-chat-%s.new".formatted(UUID.randomUUID()));
        var bytes = (Json.write(now.toJson()) + "\n").getBytes(StandardCharsets.UTF_8);
        WholeFile.replace(file, fresh, bytes, OwnerOnly.forNewFile(fresh));
    }
}
