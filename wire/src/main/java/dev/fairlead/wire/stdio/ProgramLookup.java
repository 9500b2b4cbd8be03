package dev.fairlead.wire.stdio;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
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
        return of(declared, System.getenv(), Platform.WINDOWS);
    }

    static ProgramLookup of(Map<String, String> declared, Map<String, String> ours, boolean windows) {
        var path = joined(variable(declared, "PATH", windows), variable(ours, "PATH", windows), windows);
        var extensions = variable(ours, "PATHEXT", windows);
        return new ProgramLookup(
                path,
                extensions == null ? USUAL_EXTENSIONS : extensions,
                windows,
                text -> test(text, Files::isRegularFile),
                text -> test(text, Files::isExecutable));
    }

    private static String joined(@Nullable String first, @Nullable String second, boolean windows) {
        if (first == null || first.isEmpty()) {
            return second != null && !second.isEmpty() ? second : windows ? "" : USUAL_PATH;
        }
        return second == null || second.isEmpty() ? first : first + (windows ? ";" : ":") + second;
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
        Outcome outcome = new Outcome.Missing();
        for (var candidate : candidates(program, directory)) {
            if (file.test(candidate)) {
                if (executable.test(candidate)) {
                    return new Outcome.Found(candidate);
                }
                outcome = outcome instanceof Outcome.Missing ? new Outcome.NotExecutable(candidate) : outcome;
            }
        }
        return outcome;
    }

    private List<String> candidates(String program, String directory) {
        if (isPath(program)) {
            return names(isAbsolute(program) ? program : join(directory, program));
        }
        var candidates = new ArrayList<String>();
        for (var folder : folders()) {
            candidates.addAll(names(join(folder, program)));
        }
        return candidates;
    }

    private boolean isAbsolute(String program) {
        return program.startsWith("/") || (windows && (program.startsWith("\\") || startsWithDrive(program)));
    }

    private static boolean startsWithDrive(String program) {
        return program.length() > 1 && program.charAt(1) == ':' && isLetter(program.charAt(0));
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private String join(String folder, String name) {
        var separator = windows ? "\\" : "/";
        return folder.endsWith(separator) || folder.endsWith("/") ? folder + name : folder + separator + name;
    }

    /** An empty entry would mean the current directory, from which nothing is started unasked. */
    List<String> folders() {
        var folders = new ArrayList<String>();
        for (var entry : path.split(windows ? ";" : ":", -1)) {
            var folder = windows ? entry.replace("\"", "").strip() : entry;
            if (!folder.isEmpty()) {
                folders.add(folder);
            }
        }
        return folders;
    }

    /** On Windows a bare name is never a program: beside npx.cmd lies an npx for other systems. */
    private List<String> names(String candidate) {
        if (!windows) {
            return List.of(candidate);
        }
        var lower = candidate.toLowerCase(Locale.ROOT);
        var names = new ArrayList<String>();
        for (var entry : extensions.split(";", -1)) {
            var ending = entry.strip().toLowerCase(Locale.ROOT);
            if (!ending.isEmpty()) {
                if (lower.endsWith(ending) && !names.contains(candidate)) {
                    names.addFirst(candidate);
                }
                names.add(candidate + ending);
            }
        }
        return names;
    }
}
