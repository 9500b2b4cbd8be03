package dev.fairlead.auth.store;

import dev.fairlead.auth.store.Contents.Broken;
import dev.fairlead.wire.Deadline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A store in one file that only its owner may use, shared by all processes that open it.
 *
 * <p>The file is always whole: a new one replaces it at once, and if that fails the old one stays. A file or folder that
 * others may read or write, that belongs to somebody else, or that is a symbolic link where the file should be, is
 * refused. A file that cannot be understood is moved aside, with a warning in the log, and the store goes on empty. Beside
 * the file lies a folder {@code locks} of empty files whose names are hashes of the keys that were leased.
 *
 * <p>With a key, all entries and their keys are encrypted: one JWE with {@code dir} and {@code A256GCM}. A store that was
 * not encrypted before becomes so when it is next written. One that is encrypted is refused without its key.
 *
 * <p>Any number of these may stand for the same file within one class loader; across class loaders of one JVM leases
 * exclude each other only as far as the operating system's locks allow.
 */
public final class FileTokenStore implements TokenStore {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Path file;
    private final @Nullable StoreKey key;

    private FileTokenStore(Path file, @Nullable StoreKey key) {
        this.file = file;
        this.key = key;
    }

    /** Returns the store in this file; it and its folder are made when something is first kept. */
    public static FileTokenStore at(Path file) {
        var absolute = file.toAbsolutePath().normalize();
        if (absolute.getParent() == null) {
            throw new IllegalArgumentException("a file in a folder is needed, not " + file);
        }
        return new FileTokenStore(absolute, null);
    }

    /**
     * Returns the store of the user who runs this program: {@code credentials.json} in the folder that the variable
     * {@code FAIRLEAD_HOME} names, else where the operating system wants the data of programs:
     * {@code $XDG_DATA_HOME/fairlead} or {@code ~/.local/share/fairlead}, {@code ~/Library/Application Support/Fairlead},
     * {@code %APPDATA%\Fairlead}.
     */
    public static FileTokenStore usual() {
        return at(Places.ofThisUser().credentials());
    }

    /** Returns the same store, encrypted with a key. */
    public FileTokenStore encryptedWith(StoreKey secret) {
        return new FileTokenStore(file, secret);
    }

    /**
     * Returns the same store, encrypted with a key that a keyring keeps for it. The key is made the first time; if the
     * file is encrypted already and the keyring knows no key for it, none is made, and a {@link StoreException} says so.
     */
    public FileTokenStore encryptedWith(Keyring keyring) {
        var name = file.toString();
        return encryptedWith(StoreKey.fromKeyring(keyring, name).orElseGet(() -> alone(() -> firstKey(keyring, name))));
    }

    /** Returns where it is. */
    public Path file() {
        return file;
    }

    /** Returns what is kept under a key. */
    @Override
    public Optional<Entry> read(String key) {
        return Optional.ofNullable(contents().entries().get(key));
    }

    /** Keeps a text under a key, if what is kept there is still what the caller saw. */
    @Override
    public boolean replace(String key, String seen, @Nullable String value) {
        return alone(() -> replaceNow(key, seen, value));
    }

    /** Lists the keys under which something is kept, in order. */
    @Override
    public List<String> keys() {
        return contents().entries().keySet().stream().sorted().toList();
    }

    /** Waits to be the only one, among all processes that use this file, to work on what a key names. */
    @Override
    public Lease lease(String key, Deadline patience) throws InterruptedException, TimeoutException {
        try {
            return LockFile.take(lockFile("-" + hash(key)), patience);
        } catch (IOException failure) {
            throw failed("The right to work alone on " + file + " could not be had", failure);
        }
    }

    /** Says where it is, and nothing of what it keeps. */
    @Override
    public String toString() {
        return "FileTokenStore[" + file + (key == null ? "]" : ", encrypted]");
    }

    private StoreKey firstKey(Keyring keyring, String name) {
        var meanwhile = StoreKey.fromKeyring(keyring, name);
        if (meanwhile.isPresent()) {
            return meanwhile.get();
        }
        // Refuses if the file is encrypted already: a second key would lock its contents away.
        readOrSetAside();
        var fresh = StoreKey.random();
        fresh.keepIn(keyring, name);
        if (StoreKey.fromKeyring(keyring, name).filter(fresh::isSameAs).isEmpty()) {
            throw new StoreException("The keyring did not keep the key of " + file, null);
        }
        return fresh;
    }

    private Contents contents() {
        try {
            return load();
        } catch (Broken broken) {
            return alone(this::readOrSetAside);
        } catch (IOException failure) {
            throw failed(file + " could not be read", failure);
        }
    }

    private boolean replaceNow(String name, String seen, @Nullable String value) {
        var now = readOrSetAside();
        var there = now.entries().get(name);
        if (!seen.equals(there == null ? Entry.ABSENT : there.version())) {
            return false;
        }
        if (there != null || value != null) {
            write(now.with(name, value).encode(key));
        }
        return true;
    }

    /** Holds off all other writers meanwhile. Readers need no lock, since the file is always whole. */
    private <T> T alone(Callable<T> work) {
        return Uninterrupted.call(() -> {
            var turn = writersTurn();
            try {
                return work.call();
            } finally {
                turn.close();
            }
        });
    }

    private Lease writersTurn() throws InterruptedException {
        try {
            return LockFile.take(lockFile(""), Deadline.after(PATIENCE));
        } catch (TimeoutException late) {
            throw new StoreException(
                    "%s could not be written: another process has been writing it for %d seconds; end that process"
                            .formatted(file, PATIENCE.toSeconds()),
                    late);
        } catch (IOException failure) {
            throw failed(file + " could not be written", failure);
        }
    }

    private Path lockFile(String suffix) throws IOException {
        var folder = OwnerOnly.folder(folder());
        return OwnerOnly.folder(folder.resolve("locks")).resolve(file.getFileName() + suffix + ".lock");
    }

    private Path folder() {
        var parent = file.getParent();
        if (parent == null) {
            throw new IllegalStateException("checked when made");
        }
        return parent;
    }

    private Contents load() throws IOException, Broken {
        if (!Files.exists(folder())) {
            return Contents.NONE;
        }
        OwnerOnly.checkFolder(folder().toRealPath());
        if (!OwnerOnly.checkFile(file)) {
            return Contents.NONE;
        }
        try (var input = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Contents.decode(input.readAllBytes(), key, file);
        } catch (NoSuchFileException gone) {
            return Contents.NONE;
        }
    }

    /** To be called alone: a reader could take away what somebody else has just repaired. */
    private Contents readOrSetAside() {
        try {
            try {
                return load();
            } catch (Broken broken) {
                var backup =
                        unused(file + ".broken-" + TIME.format(Clock.systemUTC().instant()));
                Files.move(file, backup, StandardCopyOption.ATOMIC_MOVE);
                System.getLogger(FileTokenStore.class.getPackageName())
                        .log(
                                System.Logger.Level.WARNING,
                                "{0} cannot be understood: {1}; it was moved to {2}, and a new login is needed",
                                file,
                                broken.getMessage(),
                                backup.getFileName());
                return Contents.NONE;
            }
        } catch (IOException failure) {
            throw failed(file + " could not be read or moved aside", failure);
        }
    }

    private static Path unused(String name) {
        var path = Path.of(name);
        for (int i = 2; Files.exists(path, LinkOption.NOFOLLOW_LINKS); i++) {
            path = Path.of(name + "-" + i);
        }
        return path;
    }

    private void write(byte[] bytes) {
        // One name is enough for the only writer, and what a killed one left behind goes with the next.
        var fresh = folder().resolve(file.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(fresh);
            try {
                writeNew(fresh, bytes);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException failure) {
            throw failed(file + " could not be written, and keeps what it had", failure);
        }
    }

    private static void writeNew(Path path, byte[] bytes) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(path, options, OwnerOnly.forNewFile(path))) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    private static StoreException failed(String what, IOException failure) {
        return new StoreException(
                "%s: %s; see that the folder may be written and the disk has space".formatted(what, failure), failure);
    }

    private static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every runtime has SHA-256", impossible);
        }
    }
}
