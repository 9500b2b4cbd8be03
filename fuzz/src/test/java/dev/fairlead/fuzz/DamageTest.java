package dev.fairlead.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every target meets damaged variants of its corpus, also where nobody has the time to fuzz: they are found in no time, and
 * many a mistake with them.
 */
@Tag("thorough")
class DamageTest {
    private static final int LEAST_KEPT = 8;

    @TestFactory
    Stream<DynamicTest> everyTargetBearsDamagedInput() throws Exception {
        var targets = targets();
        assertThat(targets).hasSizeGreaterThan(10);
        return targets.stream().map(target -> DynamicTest.dynamicTest(target.toString(), () -> damage(target)));
    }

    private static void damage(Target target) throws IOException {
        var corpus = target.corpus();
        assertThat(corpus).as("inputs kept for %s", target).hasSizeGreaterThanOrEqualTo(LEAST_KEPT);
        new Mutations(corpus, target.words()).check(target::meet);
    }

    private static List<Target> targets() throws Exception {
        var classes = Path.of(DamageTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var targets = new ArrayList<Target>();
        try (var files = Files.walk(classes)) {
            for (var file : files.filter(file -> file.toString().endsWith("FuzzTest.class"))
                    .sorted()
                    .toList()) {
                var path = classes.relativize(file).toString().replace(File.separatorChar, '.');
                targets.addAll(Target.of(Class.forName(path.substring(0, path.length() - ".class".length()))));
            }
        }
        return targets;
    }
}
