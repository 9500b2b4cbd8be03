package dev.fairlead.host.config;

import dev.fairlead.protocol.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts values in the place of variables, once: what a value says is not looked at again. Remembers those
 * values that are secret.
 */
final class Expander {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";
    private static final Pattern BARE = Pattern.compile("\\$(" + NAME + ")");
    private static final Pattern POWER = Pattern.compile("\\$env:(" + NAME + ")");
    private static final Pattern PERCENT = Pattern.compile("%(" + NAME + ")%");
    private static final Pattern CURLY = Pattern.compile("\\{(env|file):([^{}]+)\\}");
    private static final Pattern WITH_DEFAULT = Pattern.compile("(" + NAME + "):-(.*)", Pattern.DOTALL);
    private static final int MAX_DEPTH = 20;
    private static final int MAX_LENGTH = 1 << 20;

    private final ServerConfig server;
    private final Surroundings around;
    private final Set<String> secrets = new LinkedHashSet<>();

    Expander(ServerConfig server, Surroundings around) {
        this.server = server;
        this.around = around;
    }

    Set<String> secrets() {
        return secrets;
    }

    /** Tells whether a text may take a value from a file, in the words of any product. */
    static boolean namesAFile(String text) {
        return text.contains("{file:");
    }

    /** Returns a text of a field with values for variables. */
    String expand(String field, String text) {
        return expand(field, text, 0);
    }

    private String expand(String field, String text, int depth) {
        var forms = Forms.of(server.origin().dialect(), field, around.windows());
        var braces = Braces.of(text);
        var result = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            i = step(field, text, i, forms, braces, result, depth);
            if (result.length() > MAX_LENGTH) {
                throw unusable(field, "becomes too long with its variables");
            }
        }
        return result.toString();
    }

    /** Takes what stands at a position, and returns the next one. */
    private int step(String field, String text, int at, Forms forms, Braces braces, StringBuilder result, int depth) {
        char c = text.charAt(at);
        if (c == '$') {
            return dollar(field, text, at, forms, braces, result, depth);
        }
        if (c == '%' && forms.percent()) {
            var match = at(PERCENT, text, at);
            if (match.isPresent()) {
                result.append(variable(field, match.get().group(1)));
                return match.get().end();
            }
        }
        if (c == '{' && forms.curly()) {
            var match = at(CURLY, text, at);
            if (match.isPresent()) {
                boolean file = match.get().group(1).equals("file");
                var what = match.get().group(2);
                result.append(file ? file(field, what) : variable(field, what));
                return match.get().end();
            }
        }
        result.append(c);
        return at + 1;
    }

    private int dollar(String field, String text, int at, Forms forms, Braces braces, StringBuilder result, int depth) {
        if (text.startsWith("$$", at) && forms.escape()) {
            result.append('$');
            return at + 2;
        }
        if (text.startsWith("${", at) && forms.braces()) {
            int end = braces.closing(at);
            if (end < 0 && forms.strict()) {
                throw unusable(field, "has a variable whose brace is not closed; write $$ for a dollar sign");
            }
            if (end >= 0) {
                var inner = text.substring(at + 2, end);
                result.append(braces(field, inner, forms, depth).orElse("${" + inner + "}"));
                return end + 1;
            }
        }
        var power = forms.power() ? at(POWER, text, at) : Optional.<Matcher>empty();
        var bare = power.isEmpty() && forms.bare() ? at(BARE, text, at) : power;
        if (bare.isPresent()) {
            result.append(variable(field, bare.get().group(1)));
            return bare.get().end();
        }
        result.append('$');
        return at + 1;
    }

    private static Optional<Matcher> at(Pattern pattern, String text, int at) {
        var matcher = pattern.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? Optional.of(matcher) : Optional.empty();
    }

    private Optional<String> braces(String field, String inner, Forms forms, int depth) {
        if (depth > MAX_DEPTH) {
            throw unusable(field, "has variables in defaults of variables, too deep");
        }
        int colon = inner.indexOf(':');
        var kind = colon < 0 ? "" : inner.substring(0, colon);
        var rest = inner.substring(colon + 1);
        if (kind.equals("env") && forms.prefixed()) {
            return Optional.of(named(field, rest, forms.strict(), depth));
        }
        if (kind.equals("file") && forms.files()) {
            return Optional.of(file(field, rest));
        }
        if (kind.equals("input") && forms.inputs()) {
            return Optional.of(secret(field, SecretSource.Kind.INPUT, rest));
        }
        if (kind.equals("keychain") && forms.strict()) {
            return Optional.of(secret(field, SecretSource.Kind.KEYCHAIN, rest));
        }
        var folder = forms.folders() ? folder(inner) : Optional.<String>empty();
        if (folder.isPresent()) {
            return folder;
        }
        boolean name = inner.matches(NAME)
                || (forms.defaults() && WITH_DEFAULT.matcher(inner).matches());
        if (forms.names() && name) {
            return Optional.of(named(field, inner, forms.defaults(), depth));
        }
        if (forms.strict() || (forms.folders() && (kind.equals("command") || kind.equals("config")))) {
            throw unusable(
                    field, "has a variable of a kind that is not known here; see the documentation for the kinds");
        }
        return Optional.empty();
    }

    private String named(String field, String inner, boolean defaults, int depth) {
        var match = WITH_DEFAULT.matcher(inner);
        if (!defaults || !match.matches()) {
            return variable(field, inner);
        }
        var value = around.variable(match.group(1)).filter(text -> !text.isEmpty());
        value.ifPresent(text -> note(match.group(1), text));
        return value.orElseGet(() -> expand(field, match.group(2), depth + 1));
    }

    private String variable(String field, String name) {
        var value = around.variable(name)
                .orElseThrow(() -> ConfigurationException.unset(
                        server.name(), field, name, "set it in the environment, or give it a default"));
        note(name, value);
        return value;
    }

    private void note(String variable, String value) {
        if (Secrecy.isSecret(variable, value)) {
            secrets.add(value);
        }
    }

    private String secret(String field, SecretSource.Kind kind, String id) {
        var value = around.secrets()
                .of(server)
                .secret(kind, id)
                .orElseThrow(() -> ConfigurationException.unset(
                        server.name(),
                        field,
                        (kind == SecretSource.Kind.INPUT ? "input:" : "keychain:") + id,
                        kind == SecretSource.Kind.INPUT
                                ? "nobody has answered that question yet"
                                : "put it into the keychain"));
        secrets.add(value);
        return value;
    }

    private String file(String field, String path) {
        if (!around.looksAt(path)) {
            throw unusable(field, "takes its value from a file of another machine, which is not looked at yet");
        }
        try {
            var file = path.startsWith("~/")
                    ? around.home().resolve(path.substring(2))
                    : around.folder(server).resolve(Path.of(path));
            var value = BoundedFile.read(file, Surroundings.MAX_FILE_BYTES).stripTrailing();
            secrets.add(value);
            return value;
        } catch (IOException e) {
            throw ConfigurationException.missing(
                    server.name(),
                    field,
                    "takes its value from a file that could not be read: " + BoundedFile.why(e),
                    e);
        } catch (InvalidPathException e) {
            throw ConfigurationException.unusable(server.name(), field, "names a file by what is no path", e);
        }
    }

    private Optional<String> folder(String name) {
        var workspace = server.origin().scope() == Origin.Scope.PROJECT ? around.folder(server) : around.workspace();
        return Optional.ofNullable(
                switch (name) {
                    case "workspaceFolder" -> workspace.toString();
                    case "workspaceFolderBasename" -> String.valueOf(workspace.getFileName());
                    case "userHome" -> around.home().toString();
                    case "pathSeparator", "/" -> around.windows() ? "\\" : "/";
                    default -> null;
                });
    }

    private ConfigurationException unusable(String field, String problem) {
        return ConfigurationException.unusable(server.name(), field, problem, null);
    }
}
