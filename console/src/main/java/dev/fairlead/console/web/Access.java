package dev.fairlead.console.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/**
 * Who may come in: whoever shows the token that the terminal printed is given a cookie, and whoever shows the cookie is
 * let in. The secret of the cookie outlasts the program, so that a page that is open finds back.
 */
public final class Access {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    private final String token = secret();
    private final String cookie;

    /** Lets in whoever shows this cookie, or the token that is made up here. */
    public Access(String cookie) {
        this.cookie = cookie;
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

    boolean isToken(String shown) {
        return same(shown, token);
    }

    /** Returns the header that gives the cookie to whoever has shown the token. */
    String given(int port) {
        return "%s=%s; HttpOnly; SameSite=Strict; Path=/".formatted(name(port), cookie);
    }

    /** Tells whether one of the cookies of a request is the right one. */
    boolean admits(List<String> headers, int port) {
        var name = name(port) + "=";
        boolean admitted = false;
        for (var header : headers) {
            for (var pair : header.split(";", 100)) {
                var shown = pair.strip();
                admitted |= shown.startsWith(name) && same(shown.substring(name.length()), cookie);
            }
        }
        return admitted;
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
