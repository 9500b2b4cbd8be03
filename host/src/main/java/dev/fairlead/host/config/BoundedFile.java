package dev.fairlead.host.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Reads files of people, of which nobody knows how large they are. */
final class BoundedFile {
    private BoundedFile() {}

    /** Reads a regular file of UTF-8; anything else could block, never end, or say something else than is written there. */
    static String read(Path file, int maxBytes) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString(), null, "there is no such file");
        }
        try (var in = open(file)) {
            var bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new IOException("it is larger than %s KiB".formatted(maxBytes / 1024));
            }
            return utf8(bytes);
        }
    }

    private static String utf8(byte[] bytes) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it is not written in UTF-8; save it so", e);
        }
    }

    /**
     * Opens a regular file on a disk. What the system makes up ({@code /proc}, {@code /sys}) looks like one, and may never
     * end or keep its reader waiting for ever; elsewhere such files say that they are empty, and are taken at their word.
     */
    static InputStream open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is not a regular file");
        }
        if (isMadeUp(file)) {
            throw new IOException("it is no file on a disk");
        }
        return Files.size(file) == 0 ? InputStream.nullInputStream() : Files.newInputStream(file);
    }

    /** Tells whether the system makes up what a file says. */
    static boolean isMadeUp(Path file) throws IOException {
        Path real;
        try {
            real = file.toRealPath();
        } catch (NoSuchFileException nameless) {
            real = file.toAbsolutePath().normalize(); // It is open, and has no name any more.
        }
        return real.startsWith("/proc") || real.startsWith("/sys");
    }

    /** Says in words why a file could not be read. */
    static String why(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no such file";
            case java.nio.file.AccessDeniedException denied -> "it may not be read";
            default -> e.getClass() == IOException.class ? String.valueOf(e.getMessage()) : "reading it failed";
        };
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
