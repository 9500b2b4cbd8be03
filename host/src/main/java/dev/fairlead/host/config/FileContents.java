package dev.fairlead.host.config;

import dev.fairlead.protocol.error.CallCancelledException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Hashes the files that decide what a server runs, within limits, and stops when its thread is interrupted. */
final class FileContents {
    /** How much is read for one server; what is larger could be read for hours. */
    static final long MOST_BYTES = 256L << 20;

    static final String UNREADABLE = "unreadable";
    static final String TOO_LARGE = "too large";
    private static final int BLOCK = 64 * 1024;

    private final String server;
    private long left;

    FileContents(String server, long most) {
        this.server = server;
        this.left = most;
    }

    /** Returns the hashes of files; what could not be hashed has a word instead that says why. */
    Map<Path, String> of(Iterable<Path> files) {
        var contents = new TreeMap<Path, String>();
        for (var file : files) {
            contents.put(file, of(file));
        }
        return contents;
    }

    private String of(Path file) {
        try {
            long size = Files.size(file);
            return size > left ? TOO_LARGE + " " + size : hash(file);
        } catch (IOException e) {
            stopIfInterrupted(); // An interrupt ends a read as if the file were broken.
            return UNREADABLE; // It then cannot be run either; once it can, the fingerprint is another one.
        }
    }

    private String hash(Path file) throws IOException {
        var digest = BoundedFile.sha256();
        try (var in = Files.newInputStream(file)) {
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
            throw new CallCancelledException("connecting", server, false);
        }
    }
}
