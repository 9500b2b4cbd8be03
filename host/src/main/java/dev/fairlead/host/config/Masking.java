package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.regex.Pattern;

/**
 * Hides what is likely a secret, and nothing else: people decide by what they see, so what could be code or a path stays
 * visible even where its name sounds secret.
 */
final class Masking {
    private static final Pattern SECRET_NAME = Pattern.compile(
            "(?i).*(key|token|secret|passw|pwd|credential|auth|cookie|session|private|signature|bearer|pat$).*");
    private static final Pattern LOADER = Pattern.compile(
            "(?i)(LD_|DYLD_).*|.*_OPTIONS|.*PATH|PYTHONSTARTUP|PERL5OPT|RUBYOPT|BASH_ENV|ENV|CLASSPATH|GIT_.*COMMAND|EDITOR|PAGER|SHELL");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_+=.~:-]{6,}");
    private static final Pattern RANDOM = Pattern.compile("(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9_+=-]{20,}");

    private Masking() {}

    static boolean soundsSecret(String name) {
        return SECRET_NAME.matcher(name).matches();
    }

    /** Returns a value as people may see it, on one line and without anything that drives a terminal. */
    static String shown(String name, String value) {
        if (LOADER.matcher(name).matches()) {
            return plain(value);
        }
        int space = value.lastIndexOf(' ') + 1;
        var word = value.substring(space);
        boolean secret = RANDOM.matcher(word).matches()
                || (soundsSecret(name) && WORD.matcher(word).matches());
        return secret
                ? plain(value.substring(0, space)) + "•••• (%d characters)".formatted(word.length())
                : plain(value);
    }

    static String plain(String text) {
        return Excerpt.of(text, Integer.MAX_VALUE);
    }
}
