package dev.fairlead.rules;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The format that every Java source of the repository has. Depends on no other class here, so that {@code build/format}
 * can run this file as it is.
 */
final class SourceFormat {

    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    private SourceFormat() {}

    /** Formats the files and folders given, or only checks them if the first argument is {@code --check}. */
    public static void main(String[] args) throws IOException {
        var checking = args[0].equals("--check");
        var places = Stream.of(args)
                .skip(checking ? 1 : 0)
                .map(SourceFormat::absolute)
                .toList();
        var astray = unformatted(absolute(""), sources(places), !checking);
        for (var file : astray) {
            System.out.println((checking ? "needs formatting: " : "formatted: ") + file);
        }
        System.exit(checking && !astray.isEmpty() ? 1 : 0);
    }

    /** Returns the files, as seen from a folder, that are not formatted; formats them on the way if told to. */
    static List<Path> unformatted(Path seenFrom, List<Path> files, boolean fix) throws IOException {
        try {
            return files.parallelStream()
                    .filter(file -> isAstray(file, fix))
                    .map(seenFrom::relativize)
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean isAstray(Path file, boolean fix) {
        try {
            var source = Files.readString(file);
            var formatted = format(file, source);
            if (formatted.equals(source)) {
                return false;
            }
            if (fix) {
                Files.writeString(file, formatted);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the Java sources in the places given, without what a build made and what is hidden. */
    static List<Path> sources(List<Path> places) throws IOException {
        var sources = new ArrayList<Path>();
        for (var place : places) {
            try (Stream<Path> files = Files.walk(place)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(Files::isRegularFile)
                        .filter(file -> isOurs(place.relativize(file)))
                        .sorted()
                        .forEach(sources::add);
            }
        }
        return List.copyOf(sources);
    }

    private static boolean isOurs(Path relative) {
        for (var part : relative) {
            var name = part.toString();
            if (name.startsWith(".") || name.equals("target") || name.equals("node_modules")) {
                return false;
            }
        }
        return true;
    }

    private static Path absolute(String place) {
        return Path.of(place).toAbsolutePath().normalize();
    }

    private static String format(Path file, String source) throws IOException {
        try {
            return FORMATTER.formatSourceAndFixImports(source);
        } catch (FormatterException e) {
            throw new IOException(file + " cannot be formatted: " + e.getMessage(), e);
        }
    }
}
