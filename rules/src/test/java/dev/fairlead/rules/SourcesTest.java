package dev.fairlead.rules;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What holds for the text of every source. */
final class SourcesTest {

    private static final int LONGEST = 500;

    private static final Pattern LOCKING = Pattern.compile("\\bsynchronized\\s*\\(");

    private static final Pattern STATEMENT_END = Pattern.compile(";\\R");

    private static final Pattern LOCALIZED = Pattern.compile("(?<!%)%[-+, #0-9]*(d|\\.\\d+[feg])");

    private static final Pattern IN_THE_BACKGROUND = Pattern.compile("\\b(?:supply|run)Async\\([^;]*;");

    private static final Pattern VERSION =
            Pattern.compile("<artifactId>fairlead-parent</artifactId>\\s*<version>(.+?)(?:-SNAPSHOT)?</version>");

    /** Spelt so that it does not match its own spelling. */
    private static final Pattern REGISTRY = Pattern.compile(String.join(
            "|",
            "repo1?\\.maven\\.",
            "repo\\.maven\\.apache\\.",
            "(oss|central)\\.sonatype\\.",
            "registry\\.(npmjs|yarnpkg)\\.",
            "pythonhosted\\.org",
            "/(artifactory|nexus)/"));

    /** Examples may live in the home of nobody in particular. */
    private static final Pattern MACHINE_PATH =
            Pattern.compile("(?<![\\w.}$)*-])/((home|Users)/(?!(me|you|user|ann)\\b)|(root|work)/)\\w");

    @Test
    void everySourceIsFormatted() throws IOException {
        var root = Repository.root();

        var astray = SourceFormat.unformatted(root, SourceFormat.sources(List.of(root)), false);

        assertThat(astray)
                .as("sources that are not formatted; ./build/format does it")
                .isEmpty();
    }

    @Test
    void noSourceIsTooLongToRead() throws IOException {
        var tooLong = new ArrayList<String>();
        for (var file : javaSources()) {
            var length = Files.readAllLines(file).size();
            if (length > LONGEST) {
                tooLong.add(file + ": " + length + " lines");
            }
        }
        assertThat(tooLong).as("sources of more than %d lines", LONGEST).isEmpty();
    }

    @Test
    void locksAreObjectsAndNotBlocks() throws IOException {
        assertThat(linesWith(LOCKING, javaSources())).as("use a ReentrantLock").isEmpty();
    }

    @Test
    void nobodyBorrowsAThreadOfThePool() throws IOException {
        var borrowed = new ArrayList<String>();
        for (var file : javaSources()) {
            for (var match :
                    IN_THE_BACKGROUND.matcher(Files.readString(file)).results().toList()) {
                if (!match.group().contains("Thread::startVirtualThread")) {
                    borrowed.add(file.getFileName() + ": " + match.group());
                }
            }
        }
        assertThat(borrowed)
                .as("the pool has one thread on two cores, and it may still be interrupted from before")
                .isEmpty();
    }

    @Test
    void numbersAreWrittenInTheSameDigitsEverywhere() throws IOException {
        var astray = new ArrayList<String>();
        for (var file : javaSources()) {
            if (file.toString().contains("/src/main/")) {
                for (var statement : STATEMENT_END.split(Files.readString(file), -1)) {
                    if (LOCALIZED.matcher(statement).find() && !statement.contains("Locale.ROOT")) {
                        astray.add(file.getFileName() + ": " + statement.strip());
                    }
                }
            }
        }
        assertThat(astray)
                .as("some locales have digits of their own, which no pattern, address or other program reads: write %s")
                .isEmpty();
    }

    @Test
    void nothingNamesAPackageRegistry() throws IOException {
        assertThat(linesWith(REGISTRY, Repository.files()))
                .as("registries are the user's choice")
                .isEmpty();
    }

    @Test
    void nothingNamesAFolderOfOneMachine() throws IOException {
        assertThat(linesWith(MACHINE_PATH, Repository.files()))
                .as("paths that exist on one machine only")
                .isEmpty();
    }

    @Test
    void serversAreToldTheVersionOfTheBuild() throws IOException {
        var parent = Files.readString(Repository.root().resolve("pom.xml"));

        assertThat(VERSION.matcher(parent).results().findFirst().map(found -> found.group(1)))
                .contains(Release.VERSION);
    }

    private static List<Path> javaSources() throws IOException {
        var sources = SourceFormat.sources(List.of(Repository.root()));
        assertThat(sources).as("sources found").hasSizeGreaterThan(10);
        return sources;
    }

    private static List<String> linesWith(Pattern pattern, List<Path> files) throws IOException {
        var root = Repository.root();
        var found = new ArrayList<String>();
        for (var file : files) {
            // Any bytes at all read as this, and everything looked for is ASCII.
            var lines = Files.readString(file, ISO_8859_1).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.matcher(lines.get(i)).find()) {
                    found.add(root.relativize(file) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }
        return found;
    }
}
