package dev.fairlead.store;

import dev.fairlead.store.parts.Uninterrupted;
import java.net.URI;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * Talks to a Redis or Valkey server: on another connection if the first turns out to be broken. What is asked must therefore
 * be such that asking twice is the same as asking once.
 */
final class RedisAccess {
    private static final int CONNECTIONS = 8;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 10_000;

    private final String place;
    private final Pool<Jedis, JedisException> pool;

    RedisAccess(URI uri) {
        if (!JedisURIHelper.isValid(uri) || !List.of("redis", "rediss").contains(uri.getScheme())) {
            throw new IllegalArgumentException("redis://HOST:PORT or rediss://HOST:PORT is needed");
        }
        var server = JedisURIHelper.getHostAndPort(uri);
        var database = JedisURIHelper.getDBIndex(uri);
        var config = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(CONNECT_MILLIS)
                .socketTimeoutMillis(ANSWER_MILLIS)
                .user(JedisURIHelper.getUser(uri))
                .password(JedisURIHelper.getPassword(uri))
                .database(database)
                // Checks the name in the certificate, too.
                .sslOptions(JedisURIHelper.isRedisSSLScheme(uri) ? SslOptions.defaults() : null)
                .build();
        this.place = "%s/%s".formatted(server, database);
        this.pool = new Pool<>(CONNECTIONS, CONNECTIONS, () -> new Jedis(server, config), RedisAccess::end);
    }

    /** Runs a script, and returns the number that it returns. */
    long run(Deed deed, String script, List<byte[]> keys, List<byte[]> values) {
        return call(deed, server -> (Long) server.eval(RedisScripts.bytes(script), keys, values));
    }

    /** Asks something; null if that is the answer. */
    <T extends @Nullable Object> T call(Deed deed, Function<Jedis, T> question) {
        return Uninterrupted.call(() -> attempt(deed, question));
    }

    void close() {
        pool.close();
    }

    /** Says where it is. */
    @Override
    public String toString() {
        return "The Redis store " + place;
    }

    private <T extends @Nullable Object> T attempt(Deed deed, Function<Jedis, T> question) throws InterruptedException {
        JedisConnectionException lost;
        try {
            return ask(open(deed.failed()), question);
        } catch (JedisConnectionException broken) {
            lost = broken;
            pool.forgetIdle();
        } catch (JedisException failure) {
            throw failed(deed.failed(), failure);
        }
        try {
            return ask(open(deed.failedAgain()), question);
        } catch (JedisException failure) {
            failure.addSuppressed(lost);
            throw failed(deed.failedAgain(), failure);
        }
    }

    /** One that could not even be opened will not fare better a moment later. */
    private Jedis open(String what) throws InterruptedException {
        try {
            return pool.take();
        } catch (JedisException failure) {
            throw failed(what, failure);
        }
    }

    private <T extends @Nullable Object> T ask(Jedis server, Function<Jedis, T> question) {
        var unharmed = false;
        try {
            var answer = question.apply(server);
            unharmed = true;
            return answer;
        } finally {
            if (unharmed) {
                pool.give(server);
            } else {
                pool.drop(server);
            }
        }
    }

    private StoreException failed(String what, JedisException failure) {
        if (failure instanceof JedisDataException refusal) {
            var plain = plain(refusal);
            return new StoreException(
                    "%s %s: %s; %s".formatted(this, what, plain.getMessage(), advice(plain.getMessage())), plain);
        }
        return new StoreException(
                "%s %s: %s; see that the server runs and can be reached from here, then try again"
                        .formatted(this, what, Plain.firstLine(String.valueOf(failure.getMessage()))),
                failure);
    }

    /** What a server answers may quote what it was asked, which may be secret. */
    private static JedisDataException plain(JedisDataException refusal) {
        var text = Plain.firstLine(String.valueOf(refusal.getMessage()));
        var quoted = text.indexOf(", with args");
        var plain = new JedisDataException(quoted < 0 ? text : text.substring(0, quoted));
        plain.setStackTrace(refusal.getStackTrace());
        return plain;
    }

    private static String advice(@Nullable String refusal) {
        return switch (String.valueOf(refusal).split(" ", 2)[0]) {
            case "NOAUTH", "WRONGPASS" -> "see that user and password are right";
            case "NOPERM" -> "let this user run GET, SCAN and EVAL on the keys of the store";
            case "READONLY" -> "connect to the primary: this server only reads";
            case "OOM" -> "give the server more memory";
            case "LOADING", "BUSY", "MASTERDOWN" -> "wait until the server is ready, then try again";
            case "MOVED", "CROSSSLOT" -> "use a server that is not part of a cluster";
            default -> "see the log of the server";
        };
    }

    private static void end(Jedis server) {
        try {
            server.close();
        } catch (JedisException ended) {
            System.getLogger(RedisAccess.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "a connection had ended before it was closed", ended);
        }
    }
}
