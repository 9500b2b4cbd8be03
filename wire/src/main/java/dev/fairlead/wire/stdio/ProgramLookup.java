package dev.fairlead.wire.stdio;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file of a program as a shell would, but on text alone, so that the rules of either system hold anywhere.
 *
 * @param path the folders to search, joined as the system joins them
 * @param extensions the endings of programs on Windows, joined by semicolons
 * @param windows whether the rules of Windows apply
 * @param file tells whether a regular file is there
 * @param executable tells whether that file may be executed
 */
record ProgramLookup(
        String path, String extensions, boolean windows, Predicate<String> file, Predicate<String> executable) {
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final String USUAL_EXTENSIONS = ".COM;.EXE;.BAT;.CMD";
    private static final Pattern WINDOWS_ABSOLUTE = Pattern.compile("[A-Za-z]:.*|[\\\\/].*", Pattern.DOTALL);

    /** What a search came to. */
    sealed interface Outcome {
        /** The program is this file. */
        record Found(String file) implements Outcome {}

        /** Only this file has the name, and it may not be executed. */
        record NotExecutable(String file) implements Outcome {}

        /** No file has the name. */
        record Missing() implements Outcome {}
    }

    /** Returns the lookup of this system: first in a PATH that was declared for the server, then in our own. */
    static ProgramLookup ofSystem(Map<String, String> declared) {
        boolean windows = Platform.WINDOWS;
        var separator = windows ? ";" : ":";
        var ours = System.getenv();
        var path = Stream.of(variable(declared, "PATH", windows), variable(ours, "PATH", windows))
                .filter(text -> text != null && !text.isEmpty())
                .reduce((first, second) -> first + separator + second)
                .orElse(windows ? "" : USUAL_PATH);
        var extensions = variable(ours, "PATHEXT", windows);
        return new ProgramLookup(
                path,
                extensions == null ? USUAL_EXTENSIONS : extensions,
                windows,
                text -> test(text, Files::isRegularFile),
                text -> test(text, Files::isExecutable));
    }

    private static @Nullable String variable(Map<String, String> variables, String name, boolean windows) {
        if (!windows) {
            return variables.get(name);
        }
        return variables.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static boolean test(String text, Predicate<Path> condition) {
        try {
            return condition.test(Path.of(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Tells whether the program is given by a path, which is never searched for. */
    boolean isPath(String program) {
        return program.indexOf('/') >= 0 || (windows && (program.indexOf('\\') >= 0 || program.indexOf(':') >= 0));
    }

    /** Finds a program; a relative path starts at {@code directory}. */
    Outcome find(String program, String directory) {
        var files = isPath(program)
                ? names(isAbsolute(program) ? program : join(directory, program))
                : folders().flatMap(folder -> names(join(folder, program)));
        Outcome outcome = new Outcome.Missing();
        for (var candidate : files.filter(file).toList()) {
            if (executable.test(candidate)) {
                return new Outcome.Found(candidate);
            }
            outcome = outcome instanceof Outcome.Missing ? new Outcome.NotExecutable(candidate) : outcome;
        }
        return outcome;
    }

    private boolean isAbsolute(String program) {
        return windows ? WINDOWS_ABSOLUTE.matcher(program).matches() : program.startsWith("/");
    }

    private String join(String folder, String name) {
        var separator = windows ? "\\" : "/";
        return folder.endsWith(separator) || folder.endsWith("/") ? folder + name : folder + separator + name;
    }

    /** An empty entry would mean the current directory, from which nothing is started unasked. */
    Stream<String> folders() {
        return Arrays.stream(path.split(windows ? ";" : ":"))
                .map(folder -> windows ? folder.replace("\"", "").strip() : folder)
                .filter(folder -> !folder.isEmpty());
    }

    /** On Windows a bare name is never a program: beside npx.cmd lies an npx for other systems. */
    private Stream<String> names(String candidate) {
        if (!windows) {
            return Stream.of(candidate);
        }
        List<String> endings = Arrays.stream(extensions.split(";"))
                .filter(ending -> !ending.isBlank())
                .map(ending -> ending.strip().toLowerCase(Locale.ROOT))
                .toList();
        var lower = candidate.toLowerCase(Locale.ROOT);
        var completed = endings.stream().map(ending -> candidate + ending);
        return endings.stream().anyMatch(lower::endsWith) ? Stream.concat(Stream.of(candidate), completed) : completed;
    }
}
