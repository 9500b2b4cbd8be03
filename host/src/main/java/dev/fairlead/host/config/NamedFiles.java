package dev.fairlead.host.config;

import dev.fairlead.wire.stdio.ProgramSearch;
import dev.fairlead.wire.stdio.ServerCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the local files that a configuration names: those that decide what runs, and those that hold data. */
final class NamedFiles {
    // A list of a thousand folders would make a million places to look at.
    private static final int MOST_BASES = 8;
    private static final int MOST_ABOVE = 32;
    private static final int MOST_PIECES = 5_000;
    // Of all pieces together: each of them may be nearly as long as the text that it is of.
    private static final int MOST_CHARACTERS = 16 << 20;
    private static final int MOST_IN_FOLDERS = 500;
    private static final Pattern FOLDERS_OF_CODE =
            Pattern.compile("(?i)PATH|PYTHONPATH|NODE_PATH|CLASSPATH|RUBYLIB|PERL5LIB|LD_LIBRARY_PATH|DYLD_.*PATH");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)([A-Za-z_][A-Za-z0-9_]*)=(.+)");
    // Shells and loaders put something else in the place of these, or take a mark behind a backslash for itself.
    private static final Pattern EXPANDED = Pattern.compile("[$`]|\\\\[\"']");

    private final ServerConfig config;
    private final Resolver resolver;
    private final Surroundings around;
    private final Path folder;
    private final Set<Path> code = new LinkedHashSet<>();
    private final Set<Path> data = new LinkedHashSet<>();
    private int pieces = MOST_PIECES;
    private int characters = MOST_CHARACTERS;
    private int inFolders = MOST_IN_FOLDERS;
    private boolean all = true;
    private boolean known = true;
    private boolean understood = true;
    private Optional<String> unfit = Optional.empty();

    /**
     * What was found.
     *
     * @param code what decides what runs, each as the file that it really is
     * @param data what a server may write while it runs
     * @param all whether every place was looked at that could name a file
     * @param known whether it is known what the program reads in a project
     * @param unfit why nothing of it can be started; empty where it can
     */
    record Found(Set<Path> code, Set<Path> data, boolean all, boolean known, Optional<String> unfit) {
        static final Found NOTHING = new Found(Set.of(), Set.of(), true, true, Optional.empty());
    }

    /** A word of a command line that may be a file, and the option that it belongs to. */
    private record Word(String option, String text, boolean piece) {}

    NamedFiles(ServerConfig config, Resolver resolver) {
        this.config = config;
        this.resolver = resolver;
        this.around = resolver.around().unasked();
        this.folder = around.folder(config);
    }

    Found find() {
        switch (config.endpoint()) {
            case Endpoint.Command command -> {
                boolean here = Optional.ofNullable(command.directory())
                        .flatMap(directory -> resolver.attempt(config, "cwd", directory))
                        .map(this::looksAt)
                        .orElse(true);
                CommandResolver.foreseen(config, around, command)
                        .filter(foreseen -> here)
                        .ifPresent(this::started);
                Optional.ofNullable(command.environmentFile())
                        .flatMap(file -> resolver.attempt(config, "envFile", file))
                        .filter(this::looksAt)
                        .flatMap(file -> Launchers.places(folder, file).findFirst())
                        .filter(Files::isRegularFile)
                        .ifPresent(this::add);
            }
            case Endpoint.Address address -> {
                if (!address.headersProgram().isEmpty()) {
                    headersProgram(address.headersProgram().stream()
                            .map(part -> resolver.attempt(config, "headersHelper", part)
                                    .orElse(""))
                            .toList());
                }
            }
            case Endpoint.Own own -> {}
        }
        data.removeAll(code);
        return new Found(code, data, all && understood, known, unfit);
    }

    private void started(CommandResolver.Foreseen foreseen) {
        var command = foreseen.command();
        unfit = command.unfit();
        var directory = command.directory() == null ? folder : command.directory();
        // The very folders in which it would be sought.
        boolean here = foreseen.variables().entrySet().stream()
                .filter(variable -> variable.getKey().equalsIgnoreCase("PATH"))
                .flatMap(variable -> folders(variable.getValue()))
                .allMatch(this::looksAt);
        line(command.command(), here, command::search, directory, foreseen.variables());
    }

    private void headersProgram(List<String> line) {
        var environment = CommandResolver.safe(around);
        try {
            unfit = ServerCommand.of(line).withDirectory(folder).unfit();
            line(line, true, () -> HeadersProgram.search(line, folder, environment), folder, Map.of());
        } catch (IllegalArgumentException unusable) {
            // The same comes up again when it is started, and is told then.
        }
    }

    private void line(
            List<String> line,
            boolean mayBeSought,
            Supplier<ProgramSearch> sought,
            Path directory,
            Map<String, String> variables) {
        int before = code.size();
        if (looksAt(line.getFirst()) && mayBeSought) {
            // A program by its path; one that is searched for, only where it lies in the project.
            var search = sought.get();
            search.file()
                    .filter(file -> search.folders().isEmpty() || inside(file, directory))
                    .ifPresent(this::add);
        }
        var name = Launchers.name(line.getFirst());
        known = code.size() > before || Launchers.runsFiles(name) || Recipes.knows(name);
        var words = words(line);
        var loading = assigned(line, variables);
        // Launchers are told the folder by one argument or variable, and the script in it by another.
        var folders = Stream.of(
                        Stream.of(directory),
                        words.stream()
                                .filter(word -> !word.piece)
                                .flatMap(word -> Launchers.places(directory, word.text))
                                .filter(Files::isDirectory),
                        loading.stream()
                                .flatMap(variable -> foldersOfCode(variable.getKey(), variable.getValue(), directory)))
                .flatMap(places -> places)
                .distinct()
                .limit(MOST_BASES + 1)
                .toList();
        all = all && folders.size() <= MOST_BASES;
        var bases = folders.subList(0, Math.min(folders.size(), MOST_BASES));
        recipes(line, bases);
        arguments(name, line, words, bases);
        loading.forEach(variable -> variable(variable.getKey(), variable.getValue(), directory, bases));
    }

    /** Returns the variables of a command, and those that its words set for what it starts, as those of {@code env} do. */
    private List<Map.Entry<String, String>> assigned(List<String> line, Map<String, String> variables) {
        var found = new ArrayList<>(variables.entrySet());
        for (var word : line) {
            var assignment = ASSIGNMENT.matcher(word);
            if (assignment.matches()) {
                found.add(Map.entry(assignment.group(1), assignment.group(2)));
            }
        }
        boolean splits = line.stream().anyMatch(word -> Launchers.name(word).equals("env"))
                && line.stream().anyMatch(Launchers::splits);
        boolean expands = found.stream()
                .anyMatch(variable -> Masking.loads(variable.getKey()) && isExpanded(variable.getValue()));
        understood = understood && !splits && !expands;
        return found;
    }

    /** What programs put something else in the place of, and quotation marks that may be part of a name. */
    private static boolean isExpanded(String value) {
        return EXPANDED.matcher(value).find() || (value.indexOf('"') >= 0 && value.indexOf('\'') >= 0);
    }

    /** Launchers look for what steers them in the folder and in those above it. */
    private void recipes(List<String> line, List<Path> bases) {
        var tools = line.stream()
                .flatMap(word -> Recipes.tool(word).stream())
                .distinct()
                .toList();
        var places = bases.stream().flatMap(this::upwards).distinct().toList();
        for (var pattern : Recipes.of(line)) {
            var names = pattern.endsWith(Recipes.TOOL)
                    ? few(tools.stream()
                            .flatMap(tool -> Recipes.programs(tool, around.windows()))
                            .map(tool -> pattern.replace(Recipes.TOOL, tool)))
                    : List.of(pattern);
            for (var name : names) {
                places.forEach(place -> recipe(place, name));
            }
        }
    }

    private void recipe(Path place, String name) {
        int slash = name.lastIndexOf('/') + 1;
        if (name.indexOf('*') < 0) {
            Optional.of(place.resolve(name)).filter(Files::isRegularFile).ifPresent(this::add);
        } else if (Files.isDirectory(place.resolve(name.substring(0, slash)))) {
            filesIn(place.resolve(name.substring(0, slash)), name.substring(slash), file -> true);
        }
    }

    private Stream<Path> upwards(Path base) {
        var places = new ArrayList<Path>();
        places.add(base);
        var above = base.toAbsolutePath().normalize().getParent();
        while (above != null && above.startsWith(folder) && places.size() < MOST_ABOVE) {
            places.add(above);
            above = above.getParent();
        }
        return places.stream();
    }

    private void arguments(String name, List<String> line, List<Word> words, List<Path> bases) {
        // One launcher often starts another.
        var finders = line.stream()
                .map(Launchers::name)
                .filter(Launchers::finds)
                .distinct()
                .toList();
        boolean script = !Launchers.runsFiles(name);
        for (var word : words) {
            var files = files(bases, word.text).toList();
            for (var file : files) {
                // Up to the script everything is code, whatever it is called.
                add(file, script && isData(word.option, file));
            }
            if (!word.piece) {
                bases.forEach(base -> finders.stream()
                        .flatMap(finder -> Launchers.meant(finder, word.option, word.text, base, this::looksAt))
                        .forEach(this::add));
                script = script || (!files.isEmpty() && word.option.isEmpty());
            }
        }
    }

    /** An argument may be a file, or an option with one behind its equals sign, or the value of the option before it. */
    private List<Word> words(List<String> line) {
        var words = new ArrayList<Word>();
        var programs = new ProgramWords();
        programs.take(line.getFirst());
        var before = "";
        for (var argument : line.subList(1, line.size())) {
            int equals = argument.indexOf('=');
            var option = argument.startsWith("-") ? "" : before;
            if (!argument.isBlank()) {
                words.add(new Word(option, argument, false));
            }
            if (equals >= 0 && equals + 1 < argument.length()) {
                option = argument.substring(0, equals);
                words.add(new Word(option, argument.substring(equals + 1), false));
            }
            boolean program = programs.take(argument);
            understood = understood && !program;
            for (var piece : few(program ? Pieces.ofProgram(argument) : Pieces.ofArgument(argument))) {
                words.add(new Word(option, piece, true));
            }
            before = argument.startsWith("-") && equals < 0 ? argument : "";
        }
        words.removeIf(word -> !looksAt(word.text));
        return words;
    }

    /** A variable may name files of the project that are loaded before anything else is. */
    private void variable(String variable, String value, Path directory, List<Path> bases) {
        boolean loads = Masking.loads(variable);
        for (var piece : few(Pieces.ofWords(value).filter(this::looksAt))) {
            files(bases, piece)
                    .filter(file -> inside(file, directory))
                    .forEach(file -> add(file, !loads && isData(variable, file)));
            if (variable.startsWith("NODE_")) {
                Launchers.meant("node", "", piece, directory, this::looksAt)
                        .filter(file -> inside(file, directory))
                        .forEach(this::add);
            }
        }
        foldersOfCode(variable, value, directory).forEach(place -> codeIn(place, "*"));
    }

    private Stream<Path> foldersOfCode(String variable, String value, Path directory) {
        return !FOLDERS_OF_CODE.matcher(variable).matches()
                ? Stream.empty()
                : folders(value)
                        .filter(this::looksAt)
                        .flatMap(place -> Launchers.places(directory, place))
                        .filter(place -> Files.isDirectory(place) && inside(place, directory))
                        .distinct();
    }

    /** Files that a text names; those that it names by an asterisk are in a class path. */
    private Stream<Path> files(List<Path> bases, String text) {
        if (text.endsWith("/*") && !text.equals("/*")) {
            bases.stream()
                    .flatMap(base -> Launchers.places(base, text.substring(0, text.length() - 2)))
                    .filter(Files::isDirectory)
                    .forEach(place -> codeIn(place, "*.{jar,JAR}"));
        }
        return bases.stream().flatMap(base -> Launchers.places(base, text)).filter(Files::isRegularFile);
    }

    /** Nothing between two signs stands for the folder that a program works in. */
    private static Stream<String> folders(String path) {
        return path.isEmpty() ? Stream.empty() : Stream.of(path.split(Pattern.quote(File.pathSeparator), -1));
    }

    private boolean looksAt(String path) {
        boolean looked = around.looksAt(path);
        all = all && looked;
        return looked;
    }

    private void codeIn(Path place, String names) {
        filesIn(place, names, file -> FileRole.isCode(file, around.windows()));
    }

    private void filesIn(Path place, String names, Predicate<Path> counts) {
        try (var files = Files.newDirectoryStream(place, names)) {
            for (var file : files) {
                if (inFolders <= 0) {
                    all = false;
                    return;
                }
                inFolders--;
                if (Files.isRegularFile(file) && counts.test(file)) {
                    add(file);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            all = false;
        }
    }

    /** Returns as many pieces as may still be looked at. */
    private List<String> few(Stream<String> found) {
        var taken = new ArrayList<String>();
        boolean fits = found.sequential().allMatch(piece -> {
            if (pieces == 0 || piece.length() > characters) {
                return false;
            }
            pieces--;
            characters -= piece.length();
            return taken.add(piece);
        });
        all = all && fits;
        return taken;
    }

    private boolean isData(String option, Path file) {
        return FileRole.isData(option, file, around.windows());
    }

    private void add(Path file) {
        add(file, false);
    }

    private void add(Path file, boolean kept) {
        (kept ? data : code).add(real(file));
    }

    /** Tells whether a file lies in the project, be it by its path or by where links lead. */
    private boolean inside(Path file, Path directory) {
        var path = file.toAbsolutePath().normalize();
        var real = real(file);
        return Stream.of(folder, directory).anyMatch(base -> path.startsWith(base) || real.startsWith(real(base)));
    }

    /** Returns where a path leads in truth: the text of one that goes over links says little about that. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException unreadable) {
            return file.toAbsolutePath();
        }
    }
}
