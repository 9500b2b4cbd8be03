package dev.fairlead.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The names under which a store keeps its things among those of others. */
final class RedisNames {
    private static final String SPECIAL = "*?[]\\^-";

    private final byte[] entries;
    private final byte[] receipts;
    private final byte[] locks;

    RedisNames(String namespace) {
        var start = namespace + ":";
        this.entries = RedisScripts.bytes(start + "entry:");
        this.receipts = RedisScripts.bytes(start + "receipt:");
        this.locks = RedisScripts.bytes(start + "lease:");
    }

    byte[] entry(byte[] key) {
        return join(entries, key);
    }

    byte[] receipt(String version) {
        return join(receipts, RedisScripts.bytes(version));
    }

    byte[] lock(String name) {
        return join(locks, RedisScripts.bytes(name));
    }

    /** Returns the pattern of all entries whose keys begin so. */
    byte[] pattern(byte[] prefix) {
        var pattern = new ByteArrayOutputStream();
        for (var part : entry(prefix)) {
            if (SPECIAL.indexOf(part) >= 0) {
                pattern.write('\\');
            }
            pattern.write(part);
        }
        pattern.write('*');
        return pattern.toByteArray();
    }

    /** Returns the key of an entry. */
    String key(byte[] entry) {
        return new String(entry, entries.length, entry.length - entries.length, StandardCharsets.UTF_8);
    }

    private static byte[] join(byte[] start, byte[] rest) {
        var joined = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, joined, start.length, rest.length);
        return joined;
    }
}
