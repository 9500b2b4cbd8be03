package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names a server after its command: the program, or what a well-known launcher is told to run.
 *
 * <p>Names are shown and logged, and any argument may be a secret. So only an argument that certainly says what to run
 * becomes a name; shells and whatever is unknown are named after themselves.
 */
final class ServerName {
    private static final int MAX_LENGTH = 80;
    private static final Pattern ENDING = Pattern.compile(
            "\\.(exe|com|cmd|bat|ps1|sh|pyz?|[cm]?[jt]s|jsx|tsx|jar|java|rb|php|pl)$", Pattern.CASE_INSENSITIVE);
    private static final Pattern VERSION = Pattern.compile("(?<=.)(@|:|==|~=|>=|<=|\\[|;).*$");

    private ServerName() {}

    /**
     * What is known of a launcher.
     *
     * @param verbs the words one of which comes first, if it has any
     * @param needsVerb whether it launches nothing without one
     * @param flags its options that stand alone
     * @param valued its options that the next word belongs to
     * @param telling its options whose next word says what to run
     */
    private record Launcher(
            Pattern program,
            Set<String> verbs,
            boolean needsVerb,
            Set<String> flags,
            Set<String> valued,
            Set<String> telling) {}

    private static final Set<String> NODE_FLAGS = Set.of(
            "-y", "--yes", "-q", "--quiet", "--silent", "--prefer-offline", "--offline", "--no-install", "--bun");
    private static final Set<String> NODE_VALUED = Set.of("-p", "--package", "--registry", "--cache", "--prefix");
    private static final Set<String> UV_FLAGS = Set.of(
            "-q",
            "--quiet",
            "-v",
            "--verbose",
            "--isolated",
            "--offline",
            "--no-cache",
            "--refresh",
            "--frozen",
            "--locked",
            "--no-sync",
            "--no-project",
            "-U",
            "--upgrade",
            "--native-tls");
    private static final Set<String> UV_VALUED = Set.of(
            "--from",
            "--with",
            "--with-editable",
            "-p",
            "--python",
            "--directory",
            "--project",
            "--index",
            "--default-index",
            "--index-url",
            "--extra",
            "--group",
            "--env-file",
            "--spec");

    private static final List<Launcher> LAUNCHERS = List.of(
            launcher("npx|bunx", Set.of(), false, NODE_FLAGS, NODE_VALUED, Set.of()),
            launcher("pnpm|yarn|npm", Set.of("dlx", "exec"), true, NODE_FLAGS, NODE_VALUED, Set.of()),
            launcher("uvx", Set.of(), false, UV_FLAGS, UV_VALUED, Set.of()),
            launcher("uv|pipx", Set.of("run"), true, UV_FLAGS, UV_VALUED, Set.of("-m", "--module")),
            launcher(
                    "pythonw?[\\d.]*|pypy[\\d.]*|py",
                    Set.of(),
                    false,
                    Set.of("-u", "-B", "-E", "-I", "-s", "-S", "-O", "-OO", "-q", "-P", "-3"),
                    Set.of("-W", "-X"),
                    Set.of("-m")),
            launcher(
                    "node|nodejs",
                    Set.of(),
                    false,
                    Set.of("--enable-source-maps", "--no-warnings", "--experimental-strip-types"),
                    Set.of("-r", "--require", "--import", "--loader", "-C", "--conditions"),
                    Set.of()),
            launcher(
                    "deno|bun",
                    Set.of("run", "x"),
                    false,
                    Set.of(
                            "-A",
                            "-q",
                            "--quiet",
                            "--allow-all",
                            "--allow-net",
                            "--allow-read",
                            "--allow-env",
                            "--allow-write",
                            "--allow-run",
                            "--allow-sys",
                            "--no-check",
                            "--smol"),
                    Set.of("-c", "--config", "--import-map"),
                    Set.of()),
            launcher(
                    "javaw?",
                    Set.of(),
                    false,
                    Set.of("--enable-preview", "-ea", "-server"),
                    Set.of(
                            "-cp",
                            "-classpath",
                            "--class-path",
                            "-p",
                            "--module-path",
                            "--add-modules",
                            "--add-opens",
                            "--add-exports"),
                    Set.of("-jar", "-m", "--module")),
            launcher(
                    "docker|podman",
                    Set.of("run"),
                    true,
                    Set.of("-i", "-t", "-it", "-ti", "--interactive", "--tty", "--rm", "--init"),
                    Set.of(
                            "-e",
                            "--env",
                            "--env-file",
                            "-v",
                            "--volume",
                            "--mount",
                            "--name",
                            "--network",
                            "-p",
                            "--publish",
                            "-u",
                            "--user",
                            "-w",
                            "--workdir",
                            "--platform",
                            "--pull"),
                    Set.of()));

    private static Launcher launcher(
            String program,
            Set<String> verbs,
            boolean needsVerb,
            Set<String> flags,
            Set<String> valued,
            Set<String> telling) {
        return new Launcher(Pattern.compile(program), verbs, needsVerb, flags, valued, telling);
    }

    /** Returns the name of the server that this command starts. */
    static String of(List<String> command) {
        var program = file(command.getFirst());
        var words = command.subList(1, command.size());
        var name = LAUNCHERS.stream()
                .filter(launcher -> launcher.program()
                        .matcher(program.toLowerCase(Locale.ROOT))
                        .matches())
                .findFirst()
                .flatMap(launcher -> launched(launcher, words))
                .map(ServerName::file)
                .map(file -> VERSION.matcher(file).replaceFirst(""))
                .filter(file -> !file.isBlank())
                .orElse(program.isBlank() ? command.getFirst() : program);
        return Excerpt.of(name, MAX_LENGTH);
    }

    private static Optional<String> launched(Launcher launcher, List<String> words) {
        boolean verb = !words.isEmpty() && launcher.verbs().contains(words.getFirst());
        if (launcher.needsVerb() && !verb) {
            return Optional.empty();
        }
        var rest = verb ? words.subList(1, words.size()) : words;
        for (int i = 0; i < rest.size(); i++) {
            var word = rest.get(i);
            if (!word.startsWith("-")) {
                return Optional.of(word);
            }
            if (launcher.telling().contains(word)) {
                return i + 1 < rest.size() ? Optional.of(rest.get(i + 1)) : Optional.empty();
            }
            if (launcher.valued().contains(word)) {
                i++;
            } else if (!standsAlone(launcher, word)) {
                return Optional.empty(); // The next word may be its value.
            }
        }
        return Optional.empty();
    }

    private static boolean standsAlone(Launcher launcher, String option) {
        return option.equals("--")
                || launcher.flags().contains(option)
                || option.indexOf('=') > 0
                || (option.startsWith("-X") && option.length() > 2);
    }

    /** Returns the last part of a path of whatever system, of a package or of an address, without its ending. */
    private static String file(String word) {
        var path = word;
        int scheme = path.indexOf("://");
        if (scheme >= 0) {
            // Before the path an address may hold a password, and after it a token.
            int start = path.indexOf('/', scheme + 3);
            path = start < 0 ? "" : path.substring(start).replaceFirst("[?#].*$", "");
        }
        path = path.replaceFirst("[/\\\\]+$", "");
        int last = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
        return ENDING.matcher(path.substring(last + 1)).replaceFirst("");
    }
}
