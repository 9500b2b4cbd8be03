package dev.fairlead.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** The list of requirements and the tests that cite it, kept true to each other. */
final class RequirementsTest {

    @Test
    void everyRequirementIsProvenOrSaysWhyNot() throws IOException {
        var root = Repository.root();
        var requirements = Requirement.read(root.resolve("docs").resolve("requirements.md"));

        var coverage = new Coverage(requirements, Citations.ofAllModules(root));

        print(coverage.report());
        assertThat(requirements).as("rows found").hasSizeGreaterThan(150);
        assertThat(coverage.problems()).isEmpty();
    }

    /** This module's tests are set up to show what they print in the output of the build. */
    private static void print(String report) {
        PrintStream build = System.out;
        build.println();
        build.println(report);
    }
}
