package dev.fairlead.store;

import dev.fairlead.store.parts.Leases;
import dev.fairlead.store.parts.Texts;
import dev.fairlead.store.parts.Turns;
import dev.fairlead.store.parts.Versions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;

/** A store in a Redis or Valkey server. */
final class RedisStore implements Store {
    static final Duration LIFE_OF_LEASES = Duration.ofSeconds(10);

    private static final Duration LIFE_OF_RECEIPTS = Duration.ofMinutes(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(25);
    private static final int AT_A_TIME = 500;

    private final RedisAccess server;
    private final RedisNames names;
    private final RedisLocks locks;
    private final Leases leases;

    RedisStore(URI uri, String namespace, Duration lifeOfLeases) {
        this.server = new RedisAccess(uri);
        this.names = new RedisNames(namespace);
        this.locks = new RedisLocks(server, names, lifeOfLeases);
        this.leases = new Leases(locks, new Turns(), "", LONGEST_PAUSE);
    }

    @Override
    public Optional<Entry> read(String key) {
        var name = names.entry(Texts.key(key));
        byte[] found = server.<byte @Nullable []>call(Deed.READ, redis -> redis.get(name));
        return Optional.ofNullable(found).map(RedisStore::entry);
    }

    @Override
    public boolean replace(String key, String seen, @Nullable String value, @Nullable Duration life) {
        var name = Texts.key(key);
        var bytes = value == null ? new byte[0] : Texts.value(value);
        var gone = value == null || Texts.isOver(life);
        if (gone && seen.equals(Entry.ABSENT)) {
            return read(key).isEmpty();
        }
        var millis = Texts.millis(life);
        var version = Versions.next();
        var values = List.of(
                RedisScripts.bytes(seen),
                RedisScripts.bytes(version),
                RedisScripts.bytes(Long.toString(LIFE_OF_RECEIPTS.toMillis())),
                RedisScripts.bytes(gone ? "delete" : "keep"),
                bytes,
                RedisScripts.bytes(millis == null ? "" : millis.toString()));
        var where = List.of(names.entry(name), names.receipt(version));
        return server.run(Deed.WRITE, RedisScripts.REPLACE, where, values) == 1;
    }

    @Override
    public List<String> keys(String prefix) {
        var pattern = names.pattern(Texts.key(prefix));
        return server.call(Deed.READ, redis -> scan(redis, pattern));
    }

    @Override
    public Lease lease(String key, Duration patience) throws InterruptedException, TimeoutException {
        Texts.key(key);
        return leases.take(key, patience)::close;
    }

    @Override
    public void close() {
        locks.close();
        server.close();
    }

    /** Says where it is, and nothing of what it keeps. */
    @Override
    public String toString() {
        return server.toString();
    }

    private List<String> scan(Jedis redis, byte[] pattern) {
        var found = new TreeSet<String>();
        var parameters = new ScanParams().match(pattern).count(AT_A_TIME);
        var cursor = ScanParams.SCAN_POINTER_START_BINARY;
        do {
            var some = redis.scan(cursor, parameters);
            some.getResult().forEach(entry -> found.add(names.key(entry)));
            cursor = some.getCursorAsBytes();
        } while (!new String(cursor, StandardCharsets.US_ASCII).equals(ScanParams.SCAN_POINTER_START));
        return List.copyOf(found);
    }

    private static Entry entry(byte[] bytes) {
        return new Entry(
                Texts.text(bytes, Versions.LENGTH), new String(bytes, 0, Versions.LENGTH, StandardCharsets.US_ASCII));
    }
}
