package dev.fairlead.host.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes texts of other products in our own form: variables stay variables, and what was none becomes none. */
final class OwnVariables {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";
    private static final Pattern BARE = Pattern.compile("\\$(" + NAME + ")");
    private static final Pattern POWER = Pattern.compile("\\$env:(" + NAME + ")");
    private static final Pattern PERCENT = Pattern.compile("%(" + NAME + ")%");
    private static final Pattern CURLY = Pattern.compile("\\{(env|file):([^{}]+)\\}");
    private static final Pattern WITH_DEFAULT = Pattern.compile("(" + NAME + "):-(.*)", Pattern.DOTALL);
    // After a dollar, these could make a variable of what is none.
    private static final String TURNING = "${%";

    private final Dialect dialect;
    private final boolean windows;
    private final @Nullable Path folder;
    private final boolean project;
    private final Set<String> inputs = new LinkedHashSet<>();

    /**
     * Prepares it.
     *
     * @param folder where relative paths of the server begin, where that has to be said; null if it is the same as before
     * @param project whether that is also the folder that the user is said to work in
     */
    OwnVariables(Dialect dialect, boolean windows, @Nullable Path folder, boolean project) {
        this.dialect = dialect;
        this.windows = windows;
        this.folder = folder;
        this.project = project;
    }

    /** Returns the ids of all that people are asked for in the texts so far. */
    Set<String> inputs() {
        return inputs;
    }

    String written(String field, String text) {
        var forms = Forms.of(dialect, field, windows);
        var braces = Braces.of(text);
        var result = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            at = step(field, text, at, forms, braces, result);
        }
        return result.toString();
    }

    private int step(String field, String text, int at, Forms forms, Braces braces, StringBuilder result) {
        char c = text.charAt(at);
        if (c == '$') {
            return dollar(field, text, at, forms, braces, result);
        }
        var percent = PERCENT.matcher(text).region(at, text.length());
        if (c == '%' && forms.percent() && percent.lookingAt()) {
            return variable(percent, percent.group(1), result);
        }
        var curly = CURLY.matcher(text).region(at, text.length());
        if (c == '{' && forms.curly() && curly.lookingAt()) {
            boolean file = curly.group(1).equals("file");
            return variable(curly, file ? "file:" + path(curly.group(2)) : curly.group(2), result);
        }
        result.append(c);
        return at + 1;
    }

    private static int variable(Matcher match, String inner, StringBuilder result) {
        result.append("${").append(inner).append('}');
        return match.end();
    }

    private int dollar(String field, String text, int at, Forms forms, Braces braces, StringBuilder result) {
        if (forms.escape() && text.startsWith("$$", at)) {
            result.append("$$");
            return at + 2;
        }
        if (forms.braces() && text.startsWith("${", at)) {
            int end = braces.closing(at);
            if (end >= 0) {
                var inner = text.substring(at + 2, end);
                // What is none there is passed on whole, whatever stands in it.
                result.append(
                        counts(inner, forms) ? inner(field, inner, forms) : "$${" + inner.replace("$", "$$") + "}");
                return end + 1;
            }
        }
        var power = POWER.matcher(text).region(at, text.length());
        if (forms.power() && power.lookingAt()) {
            return variable(power, power.group(1), result);
        }
        var bare = BARE.matcher(text).region(at, text.length());
        if (forms.bare() && bare.lookingAt()) {
            return variable(bare, bare.group(1), result);
        }
        boolean turning = at + 1 < text.length() && TURNING.indexOf(text.charAt(at + 1)) >= 0;
        result.append(turning ? "$$" : "$");
        return at + 1;
    }

    /** Tells whether this is a variable there, or at least refused as one. */
    private static boolean counts(String inner, Forms forms) {
        boolean defaulted = WITH_DEFAULT.matcher(inner).matches();
        return forms.takes(inner) && (!defaulted || forms.defaults());
    }

    private String inner(String field, String inner, Forms forms) {
        if (inner.startsWith("file:")) {
            return "${file:" + path(inner.substring("file:".length())) + "}";
        }
        if (inner.startsWith("input:")) {
            inputs.add(inner.substring("input:".length()));
        }
        if (project && folder != null && inner.equals("workspaceFolder")) {
            return folder.toString().replace("$", "$$");
        }
        if (project && folder != null && inner.equals("workspaceFolderBasename")) {
            return String.valueOf(folder.getFileName()).replace("$", "$$");
        }
        var match = WITH_DEFAULT.matcher(inner);
        return forms.defaults() && match.matches()
                ? "${%s:-%s}".formatted(match.group(1), written(field, match.group(2)))
                : "${" + inner + "}";
    }

    /** Returns a path that means the same from another folder. */
    String path(String written) {
        try {
            boolean relative = !written.startsWith("~")
                    && !written.startsWith("$")
                    && !Path.of(written).isAbsolute();
            return folder != null && relative
                    ? folder.resolve(written).normalize().toString()
                    : written;
        } catch (InvalidPathException noPath) {
            return written;
        }
    }
}
