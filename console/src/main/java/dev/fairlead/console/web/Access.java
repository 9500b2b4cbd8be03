package dev.fairlead.console.web;

import dev.fairlead.console.keep.Keep;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who may come in: whoever shows a token is given a cookie, and whoever shows a cookie is let in. The token that the
 * terminal prints is good while the program runs. One that goes where others may see it, such as the command line of a
 * browser, is good once and for a short while.
 */
public final class Access {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;
    private static final Duration BRIEFLY = Duration.ofMinutes(2);
    private static final int MOST_PASSES = 20;

    private final String token = secret();
    private final Sessions sessions;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Pass> passes = new ArrayDeque<>(); // guarded by lock

    private record Pass(String token, long until) {
        @Override
        public String toString() {
            return "Pass[hidden]";
        }
    }

    /** Lets in whoever was let in before, or shows a token that is made up here. */
    public Access(Keep keep, InstantSource clock) {
        this.sessions = new Sessions(keep, clock);
        this.clock = clock;
    }

    /** Returns something that nobody can guess. */
    public static String secret() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the token, for the one line that shows it. */
    public String token() {
        return token;
    }

    /** Returns a token that lets in once, and soon. */
    public String pass() {
        var pass = new Pass(secret(), clock.millis() + BRIEFLY.toMillis());
        lock.lock();
        try {
            passes.add(pass);
            if (passes.size() > MOST_PASSES) {
                passes.remove();
            }
        } finally {
            lock.unlock();
        }
        return pass.token;
    }

    /** Tells whether a token lets in; one that does so once does not any more after that. */
    boolean isToken(String shown) {
        return same(shown, token) || isPass(shown);
    }

    private boolean isPass(String shown) {
        lock.lock();
        try {
            passes.removeIf(pass -> pass.until < clock.millis());
            return passes.removeIf(pass -> same(shown, pass.token));
        } finally {
            lock.unlock();
        }
    }

    /** Returns the header that gives a cookie to whoever has shown a token. */
    String given(int port) {
        return "%s=%s; HttpOnly; SameSite=Strict; Path=/".formatted(name(port), sessions.open());
    }

    /** Tells whether one of the cookies of a request is one that was given. */
    boolean admits(List<String> headers, int port) {
        var name = name(port) + "=";
        for (var header : headers) {
            for (var pair : header.split(";", 100)) {
                var shown = pair.strip();
                if (shown.startsWith(name) && sessions.knows(shown.substring(name.length()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String name(int port) {
        return "fairlead-console-" + port;
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Shows nothing. */
    @Override
    public String toString() {
        return "Access[hidden]";
    }
}
