package dev.fairlead.cli;

import dev.fairlead.auth.store.Keyring;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A keyring that keeps what it is given for as long as the test takes. */
final class MemoryKeyring implements Keyring {
    private final Map<String, String> secrets = new ConcurrentHashMap<>();

    @Override
    public Optional<String> read(String service, String account) {
        return Optional.ofNullable(secrets.get(service + "/" + account));
    }

    @Override
    public void write(String service, String account, String secret) {
        secrets.put(service + "/" + account, secret);
    }

    @Override
    public void delete(String service, String account) {
        secrets.remove(service + "/" + account);
    }
}
