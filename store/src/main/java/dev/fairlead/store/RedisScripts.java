package dev.fairlead.store;

import java.nio.charset.StandardCharsets;

/**
 * What the server does in one go. Times are the server's. A text is kept with its version before it: {@value Versions#LENGTH}
 * characters.
 */
final class RedisScripts {
    /**
     * Replaces one text by another. Keys: the text, the receipt. Values: the version that was seen, the new version, how long
     * the receipt is kept, what to do ({@code keep} or {@code delete}), the text, how long it lives (empty for ever).
     *
     * <p>The receipt tells whoever lost the connection, and asks again, that it was done.
     */
    static final String REPLACE = """
        if redis.call('EXISTS', KEYS[2]) == 1 then
            return 1
        end
        if redis.call('GETRANGE', KEYS[1], 0, 31) ~= ARGV[1] then
            return 0
        end
        if ARGV[4] == 'delete' then
            redis.call('DEL', KEYS[1])
        elseif ARGV[6] == '' then
            redis.call('SET', KEYS[1], ARGV[2] .. ARGV[5])
        else
            redis.call('SET', KEYS[1], ARGV[2] .. ARGV[5], 'PX', ARGV[6])
        end
        redis.call('SET', KEYS[2], '', 'PX', ARGV[3])
        return 1
        """;

    /** Takes a lock or renews it. Key: the lock. Values: who, for how long. */
    static final String LOCK = """
        if redis.call('GET', KEYS[1]) == ARGV[1] then
            return redis.call('PEXPIRE', KEYS[1], ARGV[2])
        end
        if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
            return 1
        end
        return 0
        """;

    /** Gives a lock back. Key: the lock. Value: who. */
    static final String UNLOCK = """
        if redis.call('GET', KEYS[1]) == ARGV[1] then
            return redis.call('DEL', KEYS[1])
        end
        return 0
        """;

    private RedisScripts() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
