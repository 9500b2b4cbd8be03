package dev.fairlead.host.config;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/** What is known about programs that run what others wrote: which files they run where no argument says so in full. */
final class Launchers {
    private static final Set<String> NODE = Set.of("node", "nodejs", "bun", "deno", "tsx", "ts-node");
    private static final Set<String> PYTHON = Set.of("python", "pypy", "py", "uv");
    private static final Set<String> OTHERS = Set.of(
            "sh",
            "bash",
            "zsh",
            "dash",
            "ksh",
            "fish",
            "pwsh",
            "powershell",
            "cmd",
            "ruby",
            "perl",
            "php",
            "lua",
            "java",
            "julia",
            "rscript",
            "env",
            "nice",
            "nohup",
            "timeout",
            "time",
            "command",
            "sudo");
    /** What runs a script that is its first argument, by what such scripts are called. */
    private static final Map<Set<String>, List<String>> SCRIPTS = Map.of(
            Set.of("python", "pypy", "py"),
            List.of(".py", ".pyw", ".pyz"),
            NODE,
            List.of(".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx"),
            Set.of("sh", "bash", "zsh", "dash", "ksh"),
            List.of(".sh", ".bash", ".zsh"),
            Set.of("ruby", "perl", "php", "lua"),
            List.of(".rb", ".pl", ".php", ".lua"));

    /** How files end that Windows starts. */
    private static final List<String> PROGRAMS = List.of(".exe", ".cmd", ".bat");

    private static final Set<String> NOT_A_FILE =
            Set.of("-c", "-e", "-m", "-p", "-r", "--eval", "--print", "--require");
    private static final List<String> ENDINGS =
            List.of(".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".json", ".node");
    private static final Pattern NO_MODULE = Pattern.compile("[/\\\\\\s]|\\.\\.|^\\.|\\.$|^$");
    private static final int LONGEST_MODULE = 4_096; // No system finds a file by a longer name.
    // Letters of Python's options that take the rest of the word, or the next one.
    private static final String WITH_VALUE = "cmWX";
    private static final int MOST_BYTES = 1 << 20;

    private Launchers() {}

    /** Returns how a program is called, whatever folder, version or system it is of. */
    static String name(String program) {
        var last = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
        var plain = last.toLowerCase(Locale.ROOT);
        for (var ending : PROGRAMS) {
            if (plain.endsWith(ending)) {
                plain = plain.substring(0, plain.length() - ending.length());
                break;
            }
        }
        // By hand: words of others may be long, and have many digits.
        int end = plain.length();
        while (end > 0 && (plain.charAt(end - 1) == '.' || isDigit(plain.charAt(end - 1)))) {
            end--;
        }
        return plain.substring(0, end);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Tells whether a program runs the first file that it is given. */
    static boolean runsFiles(String name) {
        return NODE.contains(name) || PYTHON.contains(name) || OTHERS.contains(name);
    }

    /** Tells whether a program looks for what it runs where only part of its name is given. */
    static boolean finds(String name) {
        return NODE.contains(name) || PYTHON.contains(name);
    }

    /** Tells whether a word makes more words of one, which is not done here. */
    static boolean splits(String word) {
        return word.startsWith("--s") || word.matches("(?s)-[a-z0]*S.*");
    }

    /**
     * Returns the script that a program would run if it were there. Only what is certain counts: the first argument that
     * is no option, if it is called as such scripts are, and no option before it says that something else is run.
     *
     * @param words the program and its arguments
     */
    static Optional<Path> missingScript(List<String> words, Path folder) {
        var name = name(words.getFirst());
        var endings = SCRIPTS.entrySet().stream()
                .filter(kind -> kind.getKey().contains(name))
                .flatMap(kind -> kind.getValue().stream())
                .toList();
        return words.stream()
                .skip(1)
                .takeWhile(word -> !NOT_A_FILE.contains(word))
                .filter(word -> !word.startsWith("-"))
                .findFirst()
                .filter(word -> endings.stream().anyMatch(word.toLowerCase(Locale.ROOT)::endsWith))
                .map(word -> places(folder, word).toList())
                .filter(places -> !places.isEmpty() && places.stream().allMatch(Files::notExists))
                .map(List::getFirst);
    }

    /**
     * Returns the files that a program runs for a word that is no file itself.
     *
     * @param before the argument before it; empty if there is none
     * @param looksAt which paths may be looked at
     */
    static Stream<Path> meant(String name, String before, String word, Path folder, Predicate<String> looksAt) {
        if (PYTHON.contains(name)) {
            var module = module(before, word);
            if (module.length() <= LONGEST_MODULE && !NO_MODULE.matcher(module).find()) {
                return module(folder, module);
            }
            return existing(places(folder, word).map(place -> place.resolve("__main__.py")));
        }
        return NODE.contains(name) ? places(folder, word).flatMap(place -> ofNode(place, looksAt)) : Stream.empty();
    }

    /** Returns the module that Python is told to run by this word, or by it and the one before; empty if it is not. */
    private static String module(String before, String word) {
        int here = optionWithValue(word);
        if (here > 0) {
            return word.charAt(here) == 'm' ? word.substring(here + 1) : "";
        }
        int there = optionWithValue(before);
        boolean next = there > 0 && there + 1 == before.length() && before.charAt(there) == 'm';
        return next || before.equals("--module") ? word : "";
    }

    /** Returns where in a word such as {@code -um} the letter stands that takes a value; 0 if there is none. */
    private static int optionWithValue(String word) {
        if (word.startsWith("-") && !word.startsWith("--")) {
            for (int i = 1; i < word.length(); i++) {
                if (WITH_VALUE.indexOf(word.charAt(i)) >= 0) {
                    return i;
                }
            }
        }
        return 0;
    }

    /** A module is run after the packages that it is in. */
    private static Stream<Path> module(Path folder, String module) {
        return places(folder, module.replace('.', '/'))
                .flatMap(path -> Stream.concat(
                        Stream.of(
                                path.resolveSibling(path.getFileName() + ".py"),
                                path.resolveSibling(path.getFileName() + ".pyc"),
                                path.resolve("__init__.py"),
                                path.resolve("__main__.py")),
                        above(path, folder).map(outer -> outer.resolve("__init__.py"))))
                .filter(Files::isRegularFile);
    }

    private static Stream<Path> above(Path path, Path folder) {
        return Stream.iterate(path.getParent(), Objects::nonNull, Path::getParent)
                .takeWhile(outer -> outer.startsWith(folder) && !outer.equals(folder));
    }

    private static Stream<Path> ofNode(Path place, Predicate<String> looksAt) {
        var description = place.resolve("package.json");
        return existing(Stream.of(
                        endings(place),
                        endings(place.resolve("index")),
                        Stream.of(description),
                        main(description).stream()
                                .filter(looksAt)
                                .flatMap(main -> places(place, main))
                                .flatMap(main -> Stream.of(
                                                Stream.of(main), endings(main), endings(main.resolve("index")))
                                        .flatMap(files -> files)))
                .flatMap(files -> files));
    }

    private static Stream<Path> endings(Path place) {
        var name = place.getFileName();
        return name == null ? Stream.empty() : ENDINGS.stream().map(ending -> place.resolveSibling(name + ending));
    }

    private static Optional<String> main(Path description) {
        if (!Files.isRegularFile(description)) {
            return Optional.empty();
        }
        try {
            var main = Json.parse(BoundedFile.read(description, MOST_BYTES)).path("main");
            return main.isString() ? Optional.of(main.stringValue()) : Optional.empty();
        } catch (IOException | JacksonException unreadable) {
            return Optional.empty(); // Then it cannot be started like this either.
        }
    }

    private static Stream<Path> existing(Stream<Path> files) {
        return files.filter(Files::isRegularFile);
    }

    /**
     * Returns where a path leads: first as the system goes, for which the folder above a link is the one above what it
     * points to, then as programs go that shorten the text before they ask the system, as Node.js does.
     */
    static Stream<Path> places(Path base, String text) {
        try {
            var place = base.resolve(text);
            return place.toString().contains("..")
                    ? Stream.of(place, place.normalize()).distinct()
                    : Stream.of(place.normalize());
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }
}
