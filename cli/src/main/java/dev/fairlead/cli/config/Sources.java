package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.host.config.ConfigFile;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The files of other products on this machine. */
public final class Sources {
    private final ConfigSearch search;
    private final List<ConfigFile> files;

    Sources(Surroundings surroundings) {
        this.search = ConfiguredServers.search(surroundings, List.of());
        this.files = search.products().stream().map(search::read).toList();
    }

    List<ConfigFile> all() {
        return files;
    }

    /** Returns the files that a word names: those of a product, or one by its path. */
    List<ConfigFile> named(String word) {
        var path = Path.of(word);
        if (Files.isRegularFile(path)) {
            return List.of(sound(search.read(search.place(path.toAbsolutePath()))));
        }
        var key = key(word);
        var products = Arrays.stream(Dialect.values())
                .filter(dialect -> !key.isEmpty() && key(dialect.title()).startsWith(key))
                .toList();
        if (products.isEmpty() || word.contains("/") || word.contains("\\")) {
            throw new UsageException("'%s' is neither a file nor a product whose files are known; there are %s"
                    .formatted(word, titles(List.of(Dialect.values()))));
        }
        var found = files.stream()
                .filter(file -> products.contains(file.dialect()))
                .map(Sources::sound)
                .toList();
        if (found.isEmpty()) {
            throw new UsageException(
                    "no file of %s was found; 'fairlead import FILE' reads one anywhere".formatted(titles(products)));
        }
        return found;
    }

    /** Returns what is wrong with whole files. */
    static List<ConfigProblem> broken(List<ConfigFile> files) {
        var problems = new ArrayList<ConfigProblem>();
        files.stream()
                .filter(file -> !file.sound())
                .flatMap(file -> file.problems().stream())
                .filter(problem -> problem.severity() == Severity.ERROR)
                .forEach(problems::add);
        return problems;
    }

    private static ConfigFile sound(ConfigFile file) {
        if (!file.sound()) {
            throw UsageException.configuration(
                    file.problems().stream().map(ConfigProblem::text).collect(Collectors.joining("; ")));
        }
        return file;
    }

    private static String titles(List<Dialect> dialects) {
        return dialects.stream()
                .filter(dialect -> dialect != Dialect.FAIRLEAD && dialect != Dialect.PLAIN)
                .map(Dialect::title)
                .collect(Collectors.joining(", "));
    }

    private static String key(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
