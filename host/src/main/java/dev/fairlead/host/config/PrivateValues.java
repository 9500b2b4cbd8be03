package dev.fairlead.host.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What of the values that somebody gave to one server alone has no place in what is handed on to others, such as a
 * recording: the secrets, and everything else that is more than an ordinary word. To hide ordinary words too, such as
 * {@code production} or a folder, would make holes in most of what is said, and protect nothing.
 */
public final class PrivateValues {
    // An address in the value of a variable may be for anything: postgres, redis, amqp.
    private static final Pattern USER = Pattern.compile("^\\s*[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)@");
    private static final Pattern QUERY = Pattern.compile("[?&]([^=&#]+)=([^&#]*)");
    private static final Pattern PLACE =
            Pattern.compile("[/~]|\\.{1,2}[/\\\\]|[A-Za-z]:[/\\\\]|[A-Za-z][A-Za-z0-9+.-]*://");
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern UNUSUAL_SIGN = Pattern.compile("[^\\p{L}\\p{N} ._:,;/@()-]");
    private static final Pattern MIXED = Pattern.compile("(?=.*\\p{L})(?=.*\\p{N}).{4,}");
    private static final Pattern LONG_NUMBER = Pattern.compile("\\p{N}{9,}");
    private static final int LONGEST_WORD = 24;
    private static final int LONGEST_PHRASE = 11;

    private PrivateValues() {}

    /** Returns what to hide of the value of a variable, a header or a parameter. */
    public static Set<String> of(String name, String value) {
        var found = new LinkedHashSet<>(ofUrl(value));
        if (Secrecy.isSecret(name, value) || !ordinary(value)) {
            found.add(value);
        }
        // What follows a word such as Bearer is the secret part.
        var rest = value.substring(value.indexOf(' ') + 1);
        if (Secrecy.isSecret(name, rest) || !ordinary(rest)) {
            found.add(rest);
        }
        return found;
    }

    /** Returns what to hide of an address: who is asking, and what its path and its query hold beside ordinary words. */
    public static Set<String> ofUrl(String url) {
        if (!url.contains("://")) {
            return Set.of();
        }
        var found = new LinkedHashSet<>(UrlText.keys(url));
        found.addAll(ofUser(url));
        QUERY.matcher(url).results().forEach(part -> {
            var value = decoded(part.group(2));
            if (Secrecy.isSecret(part.group(1), value) || !ordinary(value)) {
                found.add(part.group(2));
            }
        });
        List.copyOf(found).forEach(value -> found.add(decoded(value)));
        return found;
    }

    /** Returns the password in an address, as it is written and as it is meant; a name without one may be a token. */
    static Set<String> ofUser(String url) {
        var user = USER.matcher(url);
        if (!user.find() || user.group(1).isEmpty()) {
            return Set.of();
        }
        var info = user.group(1);
        var password = info.substring(info.indexOf(':') + 1);
        var secret = password.isEmpty() ? info.substring(0, info.length() - 1) : password;
        return new LinkedHashSet<>(List.of(secret, decoded(secret)));
    }

    /** Returns what to hide of the words of a command: those that sound or look like a secret. */
    public static Set<String> ofCommand(List<String> words) {
        var found = new LinkedHashSet<String>();
        boolean follows = false;
        for (var word : words) {
            int sign = word.indexOf('=');
            var name = sign < 0 ? "" : word.substring(0, sign);
            var value = word.substring(sign + 1);
            boolean option = word.startsWith("-");
            if ((follows && !option) || Secrecy.isSecret(name, value)) {
                found.add(value);
            }
            found.addAll(ofUrl(value));
            follows = option && sign < 0 && Secrecy.soundsSecret(word);
        }
        return found;
    }

    private static boolean ordinary(String value) {
        if (PLACE.matcher(value).lookingAt()) {
            return true;
        }
        var words = BETWEEN.splitAsStream(value).filter(word -> !word.isEmpty()).toList();
        boolean odd = UNUSUAL_SIGN.matcher(value).find()
                || words.stream()
                        .anyMatch(word -> MIXED.matcher(word).matches()
                                || LONG_NUMBER.matcher(word).matches()
                                || word.length() > LONGEST_WORD);
        return !odd
                && (words.size() == 1
                        || value.length() <= LONGEST_PHRASE
                        || value.contains("/")
                        || value.chars().noneMatch(Character::isLetter));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
    }
}
