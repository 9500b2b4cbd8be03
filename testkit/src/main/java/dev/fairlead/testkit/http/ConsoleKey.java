package dev.fairlead.testkit.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the page of the web console makes of the key that it was given, written once more: as a stranger would read the rules. */
public final class ConsoleKey {
    /** The header that goes with every request of a page. */
    public static final String HEADER = "Fairlead-Key";

    private ConsoleKey() {}

    /** Returns what the header holds, for a console at a port in one of its runs. */
    public static String shown(String key, int port, String run) {
        return made(key, "page\n" + port + "\n" + run);
    }

    /** Returns what the console has to answer to somebody who made up a nonce. */
    public static String proof(String key, int port, String run, String nonce) {
        return made(key, "console\n" + port + "\n" + run + "\n" + nonce);
    }

    private static String made(String key, String message) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
        }
    }
}
