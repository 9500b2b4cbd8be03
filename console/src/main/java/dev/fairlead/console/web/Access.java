package dev.fairlead.console.web;

import dev.fairlead.console.keep.Keep;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Who may come in: whoever shows a token is given a cookie and a key, and whoever shows both is let in. The token that the
 * terminal prints is good while the program runs. The one that a browser is opened with, a pass, is good once and for a
 * short while; if it is shown again, whoever was let in by it is shut out.
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

    private static final String USED_TWICE =
            "the address that a browser was opened with was used twice, so that somebody else on this machine may have"
                + " it; whoever it let in is shut out again. Open the address that was printed, and look under Connect"
                + " Tool for servers that you did not start";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int MOST_COOKIES = 100;

    private final String token = secret();
    private final String run = secret();
    private final int port;
    private final Sessions sessions;
    private final Passes passes;
    private final Consumer<String> messages;

    /** What a browser is given that showed a token. */
    record Given(String setCookie, String session, SessionKey key) {
        @Override
        public String toString() {
            return "Given[hidden]";
        }
    }

    /** What a page is told that wants to know whether it speaks to its console. */
    record Hello(String run, String proof) {}

    /**
     * Lets in, at a port, whoever was let in there before, or shows a token that is made up here.
     *
     * @param messages told what the person should know
     */
    public Access(Keep keep, InstantSource clock, int port, Consumer<String> messages) {
        this.sessions = new Sessions(keep, clock, port);
        this.passes = new Passes(clock);
        this.port = port;
        this.messages = messages;
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

    /** Returns a token that lets in once, and soon; when it did, something is done. */
    public String pass(Runnable whenUsed) {
        return passes.issue(whenUsed);
    }

    /** Tells whether this is a token that lets in once, or has done so. */
    boolean isPass(String shown) {
        return passes.isPass(shown);
    }

    /** Tells whether a token would let in; one that was used up is noticed. */
    boolean isToken(String shown) {
        if (same(shown, token) || passes.isGood(shown)) {
            return true;
        }
        noticeSecondUse(shown);
        return false;
    }

    /** Takes a token, which may be good for this once, and lets the browser in anew, whoever it was before. */
    Optional<Given> exchange(String shown, List<String> cookies) {
        Supplier<Sessions.Opened> opening = () -> sessions.open(sessionsOf(cookies));
        var opened = same(shown, token) ? Optional.of(opening.get()) : passes.use(shown, opening);
        if (opened.isEmpty()) {
            noticeSecondUse(shown);
        }
        return opened.map(one -> new Given(
                "%s=%s; %s".formatted(cookieName(), one.cookie(), COOKIE_RULES),
                one.session().id(),
                one.session().key()));
    }

    /** Two have shown the same pass: nobody knows which of them is the person, so that neither is let in by it. */
    private void noticeSecondUse(String shown) {
        passes.shownAgain(shown).ifPresent(session -> {
            sessions.end(session);
            messages.accept(USED_TWICE);
        });
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

    static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Shows nothing. */
    @Override
    public String toString() {
        return "Access[hidden]";
    }
}
