package dev.fairlead.auth.store;

import dev.fairlead.auth.store.Contents.Broken;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.FileLocks;
import dev.fairlead.store.parts.Leases;
import dev.fairlead.store.parts.OwnerOnly;
import dev.fairlead.store.parts.Places;
import dev.fairlead.store.parts.Texts;
import dev.fairlead.store.parts.Turn;
import dev.fairlead.store.parts.Turns;
import dev.fairlead.store.parts.Uninterrupted;
import dev.fairlead.store.parts.UnsafePlaceException;
import dev.fairlead.store.parts.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A store in one file that only its owner may use, shared by all processes that open it.
 *
 * <p>The file is always whole: a new one replaces it at once, and if that fails the old one stays. A file or folder that
 * others may read or write, that belongs to somebody else, or that is a symbolic link where the file should be, is
 * refused. A file that cannot be understood is moved aside, with a warning in the log, and the store goes on empty. Beside
 * the file lies an empty one by which processes take turns. What has expired goes with the next write.
 *
 * <p>With a key, all entries and their keys are encrypted: one JWE with {@code dir} and {@code A256GCM}. A store that was
 * not encrypted before becomes so when it is next written. One that is encrypted is refused without its key.
 *
 * <p>Any number of these may stand for the same file within one class loader; across class loaders of one JVM leases
 * exclude each other only as far as the operating system's locks allow.
 */
public final class FileStore implements Store {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(5);
    private static final Turns TURNS = new Turns();
    private static final InstantSource CLOCK = InstantSource.system();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Path file;
    private final @Nullable StoreKey key;
    private final Leases leases;

    private FileStore(Path file, @Nullable StoreKey key) {
        this.file = file;
        this.key = key;
        var locks = new FileLocks(this::lockFile, failure -> failed(file + "-lock could not be written", failure));
        this.leases = new Leases(locks, TURNS, file + "\n", LONGEST_PAUSE);
    }

    /** Returns the store in this file; it and its folder are made when something is first kept. */
    public static FileStore at(Path file) {
        var absolute = file.toAbsolutePath().normalize();
        if (absolute.getParent() == null) {
            throw new IllegalArgumentException("a file in a folder is needed, not " + file);
        }
        return new FileStore(absolute, null);
    }

    /**
     * Returns the store of the user who runs this program: {@code credentials.json} in the folder that the variable
     * {@code FAIRLEAD_HOME} names, else where the operating system wants the data of programs:
     * {@code $XDG_DATA_HOME/fairlead} or {@code ~/.local/share/fairlead}, {@code ~/Library/Application Support/Fairlead},
     * {@code %APPDATA%\Fairlead}.
     */
    public static FileStore usual() {
        return usual(System.getenv());
    }

    /** Returns the store of the user who runs this program, which is where these variables say. */
    public static FileStore usual(Map<String, String> environment) {
        return at(Places.ofThisUser(environment).data().resolve("credentials.json"));
    }

    /** Returns the same store, encrypted with a key. */
    public FileStore encryptedWith(StoreKey secret) {
        return new FileStore(file, secret);
    }

    /**
     * Returns the same store, encrypted with a key that a keyring keeps for it. The key is made the first time; if the
     * file is encrypted already and the keyring knows no key for it, none is made, and a {@link StoreException} says so.
     */
    public FileStore encryptedWith(Keyring keyring) {
        var name = file.toString();
        return encryptedWith(StoreKey.fromKeyring(keyring, name).orElseGet(() -> alone(() -> firstKey(keyring, name))));
    }

    /** Returns where it is. */
    public Path file() {
        return file;
    }

    /** Returns what is kept under a key and has not expired. */
    @Override
    public Optional<Entry> read(String key) {
        Texts.key(key);
        return contents().entry(key, CLOCK.instant());
    }

    /** Keeps a text under a key, if what is kept there is still what the caller saw. */
    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        Texts.key(key);
        if (value != null) {
            Texts.value(value);
        }
        return alone(() -> replaceNow(key, seen, Texts.isOver(life) ? null : value, Texts.millis(life)));
    }

    /** Lists the keys that begin so and under which something is kept, in order. */
    @Override
    public List<String> keys(String prefix) {
        Texts.key(prefix);
        return contents().keys(prefix, CLOCK.instant());
    }

    /** Waits to be the only one, among all processes that use this file, to work on what a key names. */
    @Override
    public Lease lease(String key, Duration patience) throws InterruptedException, TimeoutException {
        Texts.key(key);
        return leases.take("key " + key, patience)::close;
    }

    /** Does nothing: no file stays open, and what is kept stays. */
    @Override
    public void close() {}

    /** Says where it is, and nothing of what it keeps. */
    @Override
    public String toString() {
        return "FileStore[" + file + (key == null ? "]" : ", encrypted]");
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

    private boolean replaceNow(String name, String seen, @Nullable String value, @Nullable Long millis) {
        var contents = readOrSetAside();
        var now = CLOCK.instant();
        var there = contents.entry(name, now).map(Entry::version).orElse(Entry.ABSENT);
        if (!seen.equals(there)) {
            return false;
        }
        if (value != null || !there.equals(Entry.ABSENT)) {
            var until = millis == null ? null : now.plusMillis(millis);
            write(contents.with(name, value, until, now).encode(key));
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

    private Turn writersTurn() throws InterruptedException {
        try {
            return leases.take("file", PATIENCE);
        } catch (TimeoutException late) {
            throw new StoreException(
                    "%s could not be written: another process has been writing it for %s seconds; end that process"
                            .formatted(file, PATIENCE.toSeconds()),
                    late);
        }
    }

    private Path lockFile() throws IOException {
        return OwnerOnly.folder(folder()).resolve(file.getFileName() + "-lock");
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
                var backup = unused(file + ".broken-" + TIME.format(CLOCK.instant()));
                Files.move(file, backup, StandardCopyOption.ATOMIC_MOVE);
                System.getLogger(FileStore.class.getPackageName())
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
            WholeFile.replace(file, fresh, bytes, OwnerOnly.forNewFile(fresh));
        } catch (IOException failure) {
            throw failed(file + " could not be written, and keeps what it had", failure);
        }
    }

    private static StoreException failed(String what, IOException failure) {
        return new StoreException(
                failure instanceof UnsafePlaceException
                        ? "This is no safe place for credentials: " + failure.getMessage()
                        : "%s: %s; see that the folder may be written and the disk has space".formatted(what, failure),
                failure);
    }
}
