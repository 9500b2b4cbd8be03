package dev.fairlead.cli.frame;

import dev.fairlead.auth.store.FileStore;
import dev.fairlead.auth.store.StoreKey;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file with the tokens of whoever runs the command. */
public final class CredentialFile {
    private static final String HOME = "FAIRLEAD_HOME";
    private static final String KEY = "FAIRLEAD_STORE_KEY";
    private static final String KEYRING = "FAIRLEAD_KEYRING";

    private final FileStore plain;
    private final Surroundings surroundings;

    public CredentialFile(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.plain = FileStore.usual(surroundings.environment());
    }

    /** Returns where it is, or would be. */
    public Path file() {
        return plain.file();
    }

    /** Returns the place beside it for what else is kept. */
    public Path beside(String name) {
        return plain.file().resolveSibling(name);
    }

    /** Tells whether something was ever kept. */
    public boolean exists() {
        return Files.exists(plain.file());
    }

    /** Opens it, encrypted by the key in the environment, or else the one that the system's keyring keeps. */
    public FileStore open() {
        LogLines.go(surroundings.err());
        var key = variable(KEY);
        if (!key.isEmpty()) {
            try {
                return plain.encryptedWith(StoreKey.fromText(key));
            } catch (IllegalArgumentException malformed) {
                throw new UsageException("%s holds no key: %s".formatted(KEY, malformed.getMessage()), malformed);
            }
        }
        return variable(KEYRING).equals("off")
                ? plain
                : surroundings.desktop().keyring().map(plain::encryptedWith).orElse(plain);
    }

    /** Returns in words how it is encrypted, without opening it, and without asking the keyring. */
    public String locking() {
        if (!variable(KEY).isEmpty()) {
            return "encrypted, whenever it is written, by the key in " + KEY;
        }
        if (variable(KEYRING).equals("off")) {
            return "not encrypted, as %s is off".formatted(KEYRING);
        }
        return surroundings.desktop().mayHaveKeyring()
                ? "encrypted, whenever it is written, by a key in the keyring of the system, if that can be used then"
                : "not encrypted, as there is no keyring here, nor a key in " + KEY;
    }

    /** Returns what says where it is. */
    public String placedBy() {
        return variable(HOME).isBlank() ? "default" : HOME;
    }

    private String variable(String name) {
        return surroundings.environment().getOrDefault(name, "");
    }
}
