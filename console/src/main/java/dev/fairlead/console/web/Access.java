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
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Who may come in: whoever shows a token is given a cookie and a key, and whoever shows both is let in. The token that the
 * terminal prints is good while the program runs. One that goes where others may see it, such as the command line of a
 * browser, is good once and for a short while.
 */
public final class Access {
    /** How many random bytes a token has. */
    public static final int TOKEN_BYTES = 32;

    /** How long the token for a browser is good, once. */
    public static final Duration BRIEFLY = Duration.ofMinutes(2);

    /** How long a browser that was let in may stay away. */
    public static final Duration LONGEST_ABSENCE = Sessions.UNUSED;

    /** What browsers are told about the cookie. */
    public static final String COOKIE_RULES = "HttpOnly; SameSite=Strict; Path=/";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int MOST_PASSES = 20;
    private static final int MOST_COOKIES = 100;

    private final String token = secret();
    private final String run = secret();
    private final int port;
    private final Sessions sessions;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Pass> passes = new ArrayDeque<>(); // guarded by lock

    /** What a browser is given that showed a token. */
    record Given(String setCookie, String session, SessionKey key) {
        @Override
        public String toString() {
            return "Given[hidden]";
        }
    }

    /** What a page is told that wants to know whether it speaks to its console. */
    record Hello(String run, String proof) {}

    private record Pass(String token, long until) {
        @Override
        public String toString() {
            return "Pass[hidden]";
        }
    }

    /** Lets in, at a port, whoever was let in there before, or shows a token that is made up here. */
    public Access(Keep keep, InstantSource clock, int port) {
        this.sessions = new Sessions(keep, clock, port);
        this.clock = clock;
        this.port = port;
    }

    /** Returns something that nobody can guess. */
    public static String secret() {
        var bytes = new byte[TOKEN_BYTES];
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

    /** Tells whether a token would let in. */
    boolean isToken(String shown) {
        if (same(shown, token)) {
            return true;
        }
        lock.lock();
        try {
            return passes.stream().anyMatch(pass -> isGood(pass, shown));
        } finally {
            lock.unlock();
        }
    }

    /** Takes a token, which may be good for this once, and lets the browser in anew, whoever it was before. */
    Optional<Given> exchange(String shown, List<String> cookies) {
        if (!same(shown, token) && !takePass(shown)) {
            return Optional.empty();
        }
        var opened = sessions.open(sessionsOf(cookies));
        return Optional.of(new Given(
                "%s=%s; %s".formatted(cookieName(), opened.cookie(), COOKIE_RULES),
                opened.session().id(),
                opened.session().key()));
    }

    private boolean takePass(String shown) {
        lock.lock();
        try {
            boolean good = passes.stream().anyMatch(pass -> isGood(pass, shown));
            passes.removeIf(pass -> pass.until < clock.millis() || same(shown, pass.token));
            return good;
        } finally {
            lock.unlock();
        }
    }

    private boolean isGood(Pass pass, String shown) {
        return pass.until >= clock.millis() && same(shown, pass.token);
    }

    /** Answers a page that does not know yet who is here; what it made up is a part of the answer. */
    Optional<Hello> hello(String session, String nonce) {
        return sessions.named(session).map(one -> new Hello(run, one.key().proof(port, run, nonce)));
    }

    /** Tells whether one of the cookies is one that was given. It is sent to other ports, too, and lets nobody in alone. */
    boolean knows(List<String> cookies) {
        return !sessionsOf(cookies).isEmpty();
    }

    /** Tells whether a request shows a cookie that was given, and the key that belongs to it. */
    boolean admits(List<String> cookies, List<String> keys) {
        if (keys.size() != 1) {
            return false;
        }
        for (var session : sessionsOf(cookies)) {
            if (same(keys.getFirst(), session.key().shown(port, run))) {
                sessions.use(session);
                return true;
            }
        }
        return false;
    }

    /** Others who have a port of this host can add cookies of the same name, so that there may be several. */
    private List<Sessions.Session> sessionsOf(List<String> cookies) {
        var start = cookieName() + "=";
        return cookies.stream()
                .flatMap(header -> Stream.of(header.split(";", MOST_COOKIES)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(start))
                .flatMap(pair -> sessions.of(pair.substring(start.length())).stream())
                .toList();
    }

    private String cookieName() {
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
