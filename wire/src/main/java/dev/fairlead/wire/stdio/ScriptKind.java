package dev.fairlead.wire.stdio;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A kind of server script, known by the ending of its file name. */
enum ScriptKind {
    PYTHON,
    NODE,
    JAR;

    private static final List<String> NAMED_FIRST = List.of(".py", ".js");

    private List<String> endings() {
        return switch (this) {
            case PYTHON -> List.of(".py");
            case NODE -> List.of(".js", ".mjs", ".cjs");
            case JAR -> List.of(".jar");
        };
    }

    /** Returns the kind of a file, in whatever case its ending is written. */
    static Optional<ScriptKind> of(String fileName) {
        var lower = fileName.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind.endings().stream().anyMatch(lower::endsWith))
                .findFirst();
    }

    /** Returns the endings that are accepted beside the two best known ones. */
    static String alsoAccepted() {
        return Arrays.stream(values())
                .flatMap(kind -> kind.endings().stream())
                .filter(ending -> !NAMED_FIRST.contains(ending))
                .collect(Collectors.joining(", "));
    }

    /** Returns the program, with the options before the script, that runs this kind. */
    List<String> launcher(ProgramLookup programs) {
        return switch (this) {
            // On Windows, python3 is often a stub that opens a shop instead.
            case PYTHON -> List.of(firstOf(programs, programs.windows() ? "python" : "python3", "python", "py"));
            case NODE -> List.of("node");
            case JAR -> List.of(java(programs), "-jar");
        };
    }

    private static String firstOf(ProgramLookup programs, String preferred, String... others) {
        return Stream.concat(Stream.of(preferred), Stream.of(others))
                .filter(name -> programs.find(name, "") instanceof ProgramLookup.Outcome.Found)
                .findFirst()
                .orElse(preferred);
    }

    private static String java(ProgramLookup programs) {
        var home = System.getProperty("java.home");
        if (home == null) {
            return "java";
        }
        var own = Path.of(home, "bin", programs.windows() ? "java.exe" : "java");
        return Files.isExecutable(own) ? own.toString() : "java";
    }
}
