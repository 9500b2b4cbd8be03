package dev.fairlead.console.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the console and the page of one browser both know. It goes to the page once, when that is let in, and never back: each
 * side shows that it has the key by what it makes of it. Browsers send cookies to every port of a host, and a port may belong
 * to somebody else by now; what is made of the key is of use at this port and in this run of the program alone.
 */
record SessionKey(String text) {
    private static final String ALGORITHM = "HmacSHA256";

    static SessionKey random() {
        return new SessionKey(Access.secret());
    }

    /** Returns what shows a page that it speaks to its console: nobody else could have answered what it made up. */
    String proof(int port, String run, String nonce) {
        return made("console\n%s\n%s\n%s".formatted(port, run, nonce));
    }

    /** Returns what the page shows with every request, until the console is started again. */
    String shown(int port, String run) {
        return made("page\n%s\n%s".formatted(port, run));
    }

    private String made(String message) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }

    /** Shows nothing. */
    @Override
    public String toString() {
        return "SessionKey[hidden]";
    }
}
