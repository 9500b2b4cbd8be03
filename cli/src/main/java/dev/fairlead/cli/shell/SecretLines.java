package dev.fairlead.cli.shell;

import dev.fairlead.host.event.Redactor;
import java.util.regex.Pattern;

/** Finds lines that should not be remembered. */
final class SecretLines {
    private static final Pattern NAMED = Pattern.compile(
            "(?i)(key|token|secret|passw|passphrase|pwd|credential|auth|cookie|session|private|bearer|jwt|pin)[a-z0-9_.-]*\\s*:?=");
    private static final Pattern OPTIONS = Pattern.compile("--header\\b(?!-)|//[^/\\s]*@");

    private SecretLines() {}

    /** Tells whether a line holds a secret, as far as one can see, or was typed not to be kept. */
    static boolean holdSecret(String line) {
        return line.startsWith(" ")
                || NAMED.matcher(line).find()
                || OPTIONS.matcher(line).find()
                || !Redactor.usual().text(line).equals(line);
    }
}
