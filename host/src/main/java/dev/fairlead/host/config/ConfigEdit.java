package dev.fairlead.host.config;

import dev.fairlead.store.parts.FileLocks;
import dev.fairlead.store.parts.Leases;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.store.parts.Places;
import dev.fairlead.store.parts.Turns;
import dev.fairlead.store.parts.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes configurations in files. A file is replaced as a whole or not at all, keeps its rights, and loses nothing that
 * others write at the same time: processes of one user take turns, and whatever else changed the file meanwhile is read
 * again.
 */
public final class ConfigEdit {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);
    private static final int MOST_ROUNDS = 50;
    private static final int MOST_LINKS = 40;
    private static final Turns TURNS = new Turns();

    private final Leases leases;

    /** Who may read a file that has to be made. */
    public enum Audience {
        /** Its owner alone. */
        OWNER,
        /** Whoever may read other files there. */
        ALL
    }

    private ConfigEdit(Path folder) {
        var locks = new FileLocks(
                () -> OwnerOnly.folder(folder).resolve("configuration-lock"),
                failure -> new ConfigEditException(folder, String.valueOf(failure.getMessage()), failure));
        this.leases = new Leases(locks, TURNS, "configuration\n", LONGEST_PAUSE);
    }

    /** Returns the editor for the user who runs this program, as these variables say. */
    public static ConfigEdit of(Map<String, String> environment) {
        return new ConfigEdit(Places.ofThisUser(environment).data());
    }

    /**
     * Changes a file, which is made where there is none, and returns its new text. Links are followed.
     *
     * @param edit returns the new text, or the same for no change; may be asked more than once
     * @throws ConfigEditException if the file cannot be understood or written; then it is as it was
     */
    public JsonText change(Path file, Audience audience, UnaryOperator<JsonText> edit) {
        return Uninterrupted.call(() -> {
            var real = real(file);
            try {
                var turn = leases.take(real.toString(), PATIENCE);
                try {
                    return changed(file, real, audience, edit);
                } finally {
                    turn.close();
                }
            } catch (TimeoutException late) {
                throw new ConfigEditException(file, "another process has been changing it for too long", late);
            } catch (IOException failure) {
                throw new ConfigEditException(file, why(failure), failure);
            }
        });
    }

    /**
     * Returns the text of a file; that of an empty object where there is none.
     *
     * @throws ConfigEditException if it cannot be read or understood
     */
    public static JsonText read(Path file) {
        var real = real(file);
        try {
            return parsed(file, bytes(real));
        } catch (IOException failure) {
            throw new ConfigEditException(file, why(failure), failure);
        }
    }

    private static JsonText changed(Path file, Path real, Audience audience, UnaryOperator<JsonText> edit)
            throws IOException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            var before = bytes(real);
            var text = parsed(file, before);
            JsonText after;
            try {
                after = edit.apply(text);
            } catch (ConfigEditException problem) {
                throw problem.in(file);
            }
            var replacement = new Replacement(real, audience, after.text());
            boolean same = replacement.isSameAs(before);
            // Others, such as editors, take no turns.
            if (same || replacement.put(() -> Arrays.equals(before, bytes(real)))) {
                return after;
            }
        }
        throw new ConfigEditException(file, "others keep changing it", null);
    }

    private static JsonText parsed(Path file, byte @Nullable [] bytes) {
        if (bytes == null) {
            return JsonText.parse("");
        }
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return JsonText.parse(text);
        } catch (CharacterCodingException foreign) {
            throw new ConfigEditException(file, "is not UTF-8 text", foreign);
        } catch (ConfigEditException broken) {
            throw broken.in(file);
        }
    }

    private static byte @Nullable [] bytes(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is not a regular file");
        }
        int most = ConfigReader.limit(file);
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IOException("it is larger than %s KiB".formatted(most / 1024));
            }
            return bytes;
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    /** Returns the file itself, also one that a link names and that does not exist yet. */
    private static Path real(Path file) {
        try {
            var here = file.toAbsolutePath().normalize();
            for (int links = 0; Files.isSymbolicLink(here); links++) {
                if (links == MOST_LINKS) {
                    throw new IOException("it is a link that leads nowhere");
                }
                here = here.resolveSibling(Files.readSymbolicLink(here)).normalize();
            }
            var folder = here.getParent();
            return folder != null && Files.exists(folder) ? folder.toRealPath().resolve(here.getFileName()) : here;
        } catch (IOException failure) {
            throw new ConfigEditException(file, why(failure), failure);
        }
    }

    private static String why(IOException failure) {
        return switch (failure) {
            case java.nio.file.AccessDeniedException denied -> "it, or its folder, may not be read or written";
            case java.nio.file.FileSystemException other ->
                other.getReason() == null ? "it could not be written" : "it could not be written: " + other.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
