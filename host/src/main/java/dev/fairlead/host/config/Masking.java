package dev.fairlead.host.config;

import java.util.regex.Pattern;

/**
 * Hides what is likely a secret of the user's in what the user's own files say. Nobody decides by what is shown of those;
 * what a project's file says is never masked.
 */
final class Masking {
    private static final Pattern LOADER = Pattern.compile(
            "(?i)(LD_|DYLD_).*|.*_OPTIONS|.*PATH|PYTHONSTARTUP|PERL5OPT|RUBYOPT|BASH_ENV|ENV|CLASSPATH|GIT_.*COMMAND|EDITOR|PAGER|SHELL");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_+=.~:-]{6,}");

    private Masking() {}

    /** Tells whether a variable decides what code is loaded, so that its value is none of the secrets. */
    static boolean loads(String name) {
        return LOADER.matcher(name).matches();
    }

    /** Returns a value as people may see it. */
    static String shown(String name, String value) {
        if (loads(name)) {
            return Shown.text(value);
        }
        int space = value.lastIndexOf(' ') + 1;
        var word = value.substring(space);
        boolean secret = Secrecy.random(word)
                || (Secrecy.soundsSecret(name) && WORD.matcher(word).matches());
        var before = value.substring(0, space).strip();
        return secret
                ? (before.isEmpty() ? "" : Shown.text(before) + " ") + "•••• (%s characters)".formatted(word.length())
                : Shown.text(value);
    }
}
