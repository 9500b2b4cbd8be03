package dev.fairlead.host.config;

import dev.fairlead.host.config.Dialect.Variables;
import java.util.regex.Pattern;

/**
 * Which forms of variables count in a field.
 *
 * @param names <code>${A}</code>
 * @param defaults <code>${A:-d}</code>
 * @param prefixed <code>${env:A}</code>
 * @param files <code>${file:p}</code>
 * @param inputs <code>${input:id}</code>
 * @param folders <code>${workspaceFolder}</code> and its like
 * @param bare {@code $A}
 * @param percent {@code %A%}
 * @param curly <code>{env:A}</code> and <code>{file:p}</code>
 * @param power {@code $env:A}
 * @param escape {@code $$} for a dollar sign
 * @param strict whether anything else in braces after a dollar is a mistake; also <code>${keychain:id}</code>
 */
record Forms(
        boolean names,
        boolean defaults,
        boolean prefixed,
        boolean files,
        boolean inputs,
        boolean folders,
        boolean bare,
        boolean percent,
        boolean curly,
        boolean power,
        boolean escape,
        boolean strict) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(:-.*)?", Pattern.DOTALL);

    static Forms of(Dialect dialect, String field, boolean windows) {
        var kind = dialect.variables();
        boolean remote = field.equals("url") || field.startsWith("headers");
        var counts = kind == Variables.REMOTE_ONLY && !remote ? Variables.NONE : kind;
        boolean all = counts == Variables.ALL;
        boolean shell = counts == Variables.SHELL;
        boolean editor = counts == Variables.EDITOR;
        boolean goose = counts == Variables.REMOTE_ONLY;
        boolean named = counts == Variables.NAMED;
        boolean braces = counts == Variables.BRACES || counts == Variables.POWER || named || shell || all;
        return new Forms(
                braces || goose,
                braces,
                editor || named || counts == Variables.PREFIXED || all,
                counts == Variables.PREFIXED || all,
                editor || all,
                editor || all,
                shell || goose,
                shell && windows,
                counts == Variables.CURLY,
                counts == Variables.POWER,
                all,
                all);
    }

    /** Tells whether what stands in braces after a dollar counts as a variable, or at least as a mistake. */
    boolean takes(String inner) {
        int colon = inner.indexOf(':');
        boolean name = names && NAME.matcher(inner).matches();
        return strict
                || name
                || switch (colon < 0 ? inner : inner.substring(0, colon + 1)) {
                    case "env:" -> prefixed;
                    case "file:" -> files;
                    case "input:" -> inputs;
                    case "command:", "config:" -> folders;
                    case "workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator", "/" -> folders;
                    default -> false;
                };
    }

    /** Tells whether a brace after a dollar can begin a variable. */
    boolean braces() {
        return names || prefixed || files || inputs || folders;
    }
}
