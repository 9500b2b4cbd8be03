package dev.fairlead.host.config;

import dev.fairlead.wire.http.ShownAddress;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is taken for a secret: by its name, or because it looks as if a machine had made it up. A plain word under a plain
 * name is none; to hide that too would make holes in every message that uses the word.
 */
final class Secrecy {
    private static final Pattern NAME = Pattern.compile(
            "(?i).*(key|token|secret|passw|passphrase|pwd|credential|auth|cookie|session|private|signature|bearer|jwt|pat$).*");
    private static final Set<String> SCHEMES = Set.of("bearer", "basic", "token", "digest", "apikey");
    private static final Set<String> PLAIN = Set.of("true", "false", "none", "null", "yes", "no", "on", "off");
    private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z0-9_+=~-]+");

    private Secrecy() {}

    static boolean soundsSecret(String name) {
        return NAME.matcher(name).matches();
    }

    /** Tells whether a value that has a name is a secret. */
    static boolean isSecret(String name, String value) {
        return (soundsSecret(name) && !PLAIN.contains(value.toLowerCase(Locale.ROOT))) || looksSecret(value);
    }

    /** Tells whether a value is a secret whatever its name: one part of it is random, or it says that it is a token. */
    static boolean looksSecret(String value) {
        return namesScheme(value, 0) || BETWEEN.splitAsStream(value).anyMatch(Secrecy::random);
    }

    /** Tells whether a text says at a position that a token follows. */
    static boolean namesScheme(String text, int from) {
        return SCHEMES.stream().anyMatch(scheme -> {
            int end = from + scheme.length();
            return text.regionMatches(true, from, scheme, 0, scheme.length())
                    && end < text.length()
                    && text.charAt(end) == ' ';
        });
    }

    /** Tells whether a word looks as if a machine had made it up. */
    static boolean random(String word) {
        return ShownAddress.random(word);
    }
}
