package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Names a server after its command: the program, or what a well-known launcher is told to run.
 *
 * <p>Names are shown and logged, and any argument may be a secret. So only an argument that certainly says what to run
 * becomes a name; shells and whatever is unknown are named after themselves.
 */
final class ServerName {
    private static final int MAX_LENGTH = 80;
    private static final Set<String> ENDINGS = Set.of(
            "exe", "com", "cmd", "bat", "ps1", "sh", "py", "pyz", "js", "cjs", "mjs", "ts", "cts", "mts", "jsx", "tsx",
            "jar", "java", "rb", "php", "pl");
    // What stands before the version of a package, or before what else is asked of it.
    private static final List<String> VERSION_MARKS = List.of("@", ":", "==", "~=", ">=", "<=", "[", ";");

    private ServerName() {}

    /**
     * What is known of a launcher.
     *
     * @param programs what it is called
     * @param versioned whether a version may follow, as in {@code python3.12}
     * @param verbs the words one of which comes first, if it has any
     * @param needsVerb whether it launches nothing without one
     * @param flags its options that stand alone
     * @param valued its options that the next word belongs to
     * @param telling its options whose next word says what to run
     */
    private record Launcher(
            Set<String> programs,
            boolean versioned,
            Set<String> verbs,
            boolean needsVerb,
            Set<String> flags,
            Set<String> valued,
            Set<String> telling) {

        boolean isCalled(String program) {
            return programs.contains(program) || (versioned && programs.contains(withoutVersion(program)));
        }

        private static String withoutVersion(String program) {
            int end = program.length();
            while (end > 0 && "0123456789.".indexOf(program.charAt(end - 1)) >= 0) {
                end--;
            }
            return program.substring(0, end);
        }
    }

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
            launcher(Set.of("npx", "bunx"), Set.of(), false, NODE_FLAGS, NODE_VALUED, Set.of()),
            launcher(Set.of("pnpm", "yarn", "npm"), Set.of("dlx", "exec"), true, NODE_FLAGS, NODE_VALUED, Set.of()),
            launcher(Set.of("uvx"), Set.of(), false, UV_FLAGS, UV_VALUED, Set.of()),
            launcher(Set.of("uv", "pipx"), Set.of("run"), true, UV_FLAGS, UV_VALUED, Set.of("-m", "--module")),
            new Launcher(
                    Set.of("python", "pythonw", "pypy", "py"),
                    true,
                    Set.of(),
                    false,
                    Set.of("-u", "-B", "-E", "-I", "-s", "-S", "-O", "-OO", "-q", "-P", "-3"),
                    Set.of("-W", "-X"),
                    Set.of("-m")),
            launcher(
                    Set.of("node", "nodejs"),
                    Set.of(),
                    false,
                    Set.of("--enable-source-maps", "--no-warnings", "--experimental-strip-types"),
                    Set.of("-r", "--require", "--import", "--loader", "-C", "--conditions"),
                    Set.of()),
            launcher(
                    Set.of("deno", "bun"),
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
                    Set.of("java", "javaw"),
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
                    Set.of("docker", "podman"),
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
            Set<String> programs,
            Set<String> verbs,
            boolean needsVerb,
            Set<String> flags,
            Set<String> valued,
            Set<String> telling) {
        return new Launcher(programs, false, verbs, needsVerb, flags, valued, telling);
    }

    /** Returns the name of the server that this command starts. */
    static String of(List<String> command) {
        var program = file(command.getFirst());
        var launched = launched(program.toLowerCase(Locale.ROOT), command.subList(1, command.size()));
        var told = launched.isEmpty() ? "" : withoutVersion(file(launched.get()));
        var own = program.isBlank() ? command.getFirst() : program;
        return Excerpt.of(told.isBlank() ? own : told, MAX_LENGTH);
    }

    private static Optional<String> launched(String program, List<String> words) {
        for (var launcher : LAUNCHERS) {
            if (launcher.isCalled(program)) {
                return launched(launcher, words);
            }
        }
        return Optional.empty();
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
        int end = path.length();
        while (end > 0 && isSeparator(path.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && !isSeparator(path.charAt(start - 1))) {
            start--;
        }
        return withoutEnding(path.substring(start, end));
    }

    private static boolean isSeparator(char c) {
        return c == '/' || c == '\\';
    }

    private static String withoutEnding(String file) {
        int dot = file.lastIndexOf('.');
        return dot >= 0 && ENDINGS.contains(file.substring(dot + 1).toLowerCase(Locale.ROOT))
                ? file.substring(0, dot)
                : file;
    }

    /** Cuts a name off at the first mark of a version, but for what stands at its very beginning. */
    private static String withoutVersion(String name) {
        int end = name.length();
        for (var mark : VERSION_MARKS) {
            int at = name.indexOf(mark, 1);
            end = at < 0 ? end : Math.min(end, at);
        }
        return name.substring(0, end);
    }
}
