package dev.fairlead.cli;

import dev.fairlead.auth.store.FileTokenStore;
import dev.fairlead.auth.store.StoreKey;
import dev.fairlead.auth.store.TokenStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The file with the tokens of whoever runs the command. */
final class CredentialFile {
    private static final String HOME = "FAIRLEAD_HOME";
    private static final String KEY = "FAIRLEAD_STORE_KEY";
    private static final String KEYRING = "FAIRLEAD_KEYRING";

    private final FileTokenStore plain;
    private final Map<String, String> environment;
    private final Desktop desktop;

    CredentialFile(Map<String, String> environment, Desktop desktop) {
        var home = environment.getOrDefault(HOME, "");
        this.plain = home.isEmpty()
                ? FileTokenStore.usual()
                : FileTokenStore.at(Path.of(home).resolve("credentials.json"));
        this.environment = environment;
        this.desktop = desktop;
    }

    /** Tells whether something was ever kept. */
    boolean exists() {
        return Files.exists(plain.file());
    }

    /** Opens it, encrypted by the key in the environment, or else the one that the system's keyring keeps. */
    TokenStore open() {
        var key = environment.getOrDefault(KEY, "");
        if (!key.isEmpty()) {
            try {
                return plain.encryptedWith(StoreKey.fromText(key));
            } catch (IllegalArgumentException malformed) {
                throw new UsageException("%s holds no key: %s".formatted(KEY, malformed.getMessage()), malformed);
            }
        }
        return environment.getOrDefault(KEYRING, "").equals("off")
                ? plain
                : desktop.keyring().map(plain::encryptedWith).orElse(plain);
    }
}
