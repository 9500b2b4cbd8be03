package dev.fairlead.conformance.suite;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The installed suite, driving the client of this module one scenario at a time. */
final class Suite {
    /** The revisions that the suite knows. */
    static final List<String> VERSIONS = List.of("2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28");

    /** The revisions, one of each era, in which the scenarios of extensions are run; they belong to none. */
    private static final Set<String> WITH_EXTENSIONS = Set.of("2025-11-25", "2026-07-28");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    // When the suite gives up on a client it ends only the shell around it, so it must not be the first to give up.
    private static final Duration SUITE_PATIENCE = PATIENCE.plusSeconds(60);

    private final Installation installation;
    private final Path client;
    private final Path results;

    private Suite(Installation installation, Path client, Path results) {
        this.installation = installation;
        this.client = client;
        this.results = results;
    }

    /** Installs the suite unless that was done before; whatever it needs and writes is below the build folder. */
    static Suite installed() throws IOException, InterruptedException {
        var build = buildFolder();
        var module = Objects.requireNonNull(build.getParent());
        return new Suite(
                Installation.below(build.resolve("suite-node")), module.resolve("client"), build.resolve("suite"));
    }

    /** Returns where the results are kept. */
    Path results() {
        return results;
    }

    /** Lists the scenarios of a revision. */
    Listing list(String version) throws IOException, InterruptedException {
        var listing = Listing.read(version, printed(version, "list.log", "--spec-version", version));
        return WITH_EXTENSIONS.contains(version) ? listing.withExtensions(printed(version, "list-all.log")) : listing;
    }

    private String printed(String version, String log, String... options) throws IOException, InterruptedException {
        var folder = Files.createDirectories(results.resolve(version));
        var arguments = Stream.concat(Stream.of("list", "--client"), Stream.of(options));
        var listed = suite(folder, folder.resolve(log), arguments.toArray(String[]::new));
        if (!listed.good()) {
            throw new IOException("the suite could not list its scenarios: " + listed.output());
        }
        return listed.output();
    }

    /** Runs a scenario, by the rule that the suite has for single scenarios. */
    Outcome run(String version, String scenario) throws IOException, InterruptedException {
        var folder = results.resolve(version).resolve(scenario.replace('/', '_'));
        clear(folder);
        Files.createDirectories(folder);
        long start = System.nanoTime();
        var run = suite(
                folder,
                folder.resolve("run.log"),
                "client",
                "--command",
                quoted(client),
                "--scenario",
                scenario,
                "--spec-version",
                version,
                // Otherwise it runs no scenario of an extension.
                "--force",
                "--timeout",
                Long.toString(SUITE_PATIENCE.toMillis()),
                "-o",
                folder.toString());
        var took = Duration.ofNanos(System.nanoTime() - start);
        return new Outcome(version, scenario, run, checks(folder), took);
    }

    private Program.Ending suite(Path folder, Path log, String... arguments) throws IOException, InterruptedException {
        var node = installation.node();
        var command = new ArrayList<>(List.of(
                node.toString(), "--no-deprecation", installation.script().toString()));
        command.addAll(List.of(arguments));
        return new Program(folder, log, command)
                .withPath(Objects.requireNonNull(node.getParent()))
                .run(PATIENCE);
    }

    /** The suite hands its command to a shell. */
    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }

    private static List<Check> checks(Path folder) throws IOException {
        Optional<Path> file;
        // A folder deeper than it seems: names of scenarios may have a slash in them.
        try (var files = Files.walk(folder, 3)) {
            file = files.filter(path -> path.endsWith("checks.json")).findFirst();
        }
        return file.isEmpty()
                ? List.of()
                : Json.parse(Files.readString(file.get()))
                        .valueStream()
                        .map(Check::from)
                        .toList();
    }

    private static void clear(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static Path buildFolder() {
        try {
            var classes = Path.of(Suite.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Objects.requireNonNull(classes.getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
