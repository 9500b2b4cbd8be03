package dev.fairlead.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a build leaves out, it says at its end. */
final class LeftOutTest {

    @Test
    void whatIsLeftOutExistsAndIsNamed() throws IOException {
        var tags = List.of(System.getProperty("fairlead.tests.left.out", "").split(","));

        for (var tag : tags) {
            assertThat(classesTagged(tag)).as("classes tagged " + tag).isPositive();
        }
        if (tags.contains("thorough")) {
            PrintStream build = System.out;
            build.printf(
                    "%nLEFT OUT: %d classes of tests that take long, those in a browser, and the official suite. "
                            + "mvn verify -Pwhole runs them.%n%n",
                    classesTagged("thorough"));
        }
    }

    private static long classesTagged(String tag) throws IOException {
        var written = "@Tag(\"" + tag + "\")\n";
        long count = 0;
        for (var file : Repository.files()) {
            if (file.toString().endsWith(".java") && Files.readString(file).contains(written)) {
                count++;
            }
        }
        return count;
    }
}
