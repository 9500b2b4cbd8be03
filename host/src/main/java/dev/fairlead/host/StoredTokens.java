package dev.fairlead.host;

import dev.fairlead.auth.store.TokenStore;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.wire.Deadline;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tokens in the store that keeps everything else. Names that are too long for it are kept as their hash, and are not
 * listed.
 */
final class StoredTokens implements TokenStore {
    private static final String PREFIX = "token/";
    private static final String LONG = "token-hash/";
    private static final int LONGEST = 500;

    private final Store store;

    StoredTokens(Store store) {
        this.store = store;
    }

    @Override
    public Optional<Entry> read(String key) {
        return told(() -> store.read(place(key)).map(entry -> new Entry(entry.value(), entry.version())));
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value) {
        return told(() -> store.replace(place(key), seen, value));
    }

    @Override
    public List<String> keys() {
        return told(() -> store.keys(PREFIX).stream()
                .map(key -> key.substring(PREFIX.length()))
                .toList());
    }

    @Override
    public Lease lease(String key, Deadline patience) throws InterruptedException, TimeoutException {
        try {
            return store.lease(place(key), patience.remaining())::close;
        } catch (StoreException failure) {
            throw told(failure);
        }
    }

    private static String place(String key) {
        return key.length() <= LONGEST ? PREFIX + key : LONG + hash(key);
    }

    static String hash(String key) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static <T> T told(Supplier<T> work) {
        try {
            return work.get();
        } catch (StoreException failure) {
            throw told(failure);
        }
    }

    private static dev.fairlead.auth.store.StoreException told(StoreException failure) {
        return new dev.fairlead.auth.store.StoreException(String.valueOf(failure.getMessage()), failure);
    }
}
