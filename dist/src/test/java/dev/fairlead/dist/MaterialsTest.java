package dev.fairlead.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.fairlead.dist.Materials.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is shipped is listed, and may be shipped. */
final class MaterialsTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern NOTICE = Pattern.compile("META-INF/(.*/)?(LICENSE|NOTICE)[^/]*");

    @Nested
    @ExtendWith(NeedsMaterials.class)
    final class OfThisBuild {
        @Test
        void everyJarIsListedAsItIs() throws Exception {
            var sums = Materials.ofTheCommand().checksums("SHA-256");

            assertThat(sumsOfJars())
                    .as("jars in %s that the list does not have as they are; `mvn clean` removes old ones", jars())
                    .isNotEmpty()
                    .allSatisfy((jar, sum) -> assertThat(sums).as(jar).contains(sum));
        }

        @Test
        void whatIsCompiledIntoOurJarsIsListedToo() throws IOException {
            assertThat(Materials.ofTheCommand().ofOthers())
                    .extracting(Part::name)
                    .contains("info.picocli:picocli");
        }

        @Test
        void theListIsTheSameAtEveryBuild() throws IOException {
            var materials = Materials.ofTheCommand();

            assertThat(materials.list().has("serialNumber")).isFalse();
            assertThat(materials.list().path("metadata").has("timestamp")).isFalse();
            assertThat(materials.text()).doesNotContain(REPOSITORY.toString());
        }

        @Test
        void librariesMayBeShipped() throws IOException {
            assertThat(Licences.problems(Materials.ofTheCommand().ofOthers()))
                    .as("libraries whose licences somebody has to judge, in Licences")
                    .isEmpty();
        }

        @Test
        void librariesAreListedForPeople() throws IOException {
            assertThat(ThirdParty.rows(REPOSITORY, "## Libraries"))
                    .as("what THIRD-PARTY.md says of libraries")
                    .isEqualTo(ThirdParty.rows(Materials.ofTheCommand().ofOthers()));
        }

        @Test
        void noticesThatLicencesAskForAreThere() throws IOException {
            var notices = String.join("\n", ThirdParty.section(REPOSITORY, "## Notices"));
            var without = new ArrayList<String>();
            for (var part : Materials.ofTheCommand().ofOthers()) {
                var asks = !Licences.of(part).equals("Apache-2.0"); // We ship its text.
                if (asks && !notices.contains("`" + part.name() + "`") && !hasNotice(part)) {
                    without.add(part.name());
                }
            }
            assertThat(without)
                    .as("libraries whose notice is neither in their jar nor in THIRD-PARTY.md")
                    .isEmpty();
        }
    }

    @Test
    void theListOfAnEarlierBuildIsNone(@TempDir Path folder) throws IOException {
        var list = folder.resolve("fairlead.cdx.json");
        var jar = Files.createFile(folder.resolve("a.jar"));
        assertThat(NeedsMaterials.missing(list)).get().asString().contains("there is no list");

        Files.createFile(list);
        var made = Files.getLastModifiedTime(list).toInstant();
        Files.setLastModifiedTime(jar, FileTime.from(made.minusSeconds(1)));
        assertThat(NeedsMaterials.missing(list)).isEmpty();

        Files.setLastModifiedTime(jar, FileTime.from(made.plusSeconds(1)));
        assertThat(NeedsMaterials.missing(list)).get().asString().contains("older than a.jar");
    }

    @Test
    void packagesOfThePageMayBeShippedAndAreListedForPeople() throws IOException {
        var page = Materials.ofThePage();
        assumeThat(page).as("the page was left out of this build").isPresent();
        var parts = page.orElseThrow().ofOthers();

        assertThat(Licences.problems(parts)).isEmpty();
        assertThat(ThirdParty.rows(REPOSITORY, "## In the page of the console"))
                .as("what THIRD-PARTY.md says of packages in the page")
                .isEqualTo(ThirdParty.rows(parts));
    }

    @Test
    void namesAreThoseThatPeopleKnow() {
        var materials = Materials.of("""
            {"components": [
              {"group": "dev.fairlead", "name": "fairlead-wire", "version": "1"},
              {"group": "org.jline", "name": "jline", "version": "2", "purl": "pkg:maven/org.jline/jline@2",
               "licenses": [{"license": {"id": "BSD-4-Clause", "url": "https://example.com"}}]},
              {"group": "org.b", "name": "b", "version": "1", "licenses": [{"license": {"name": "Mine"}}]},
              {"group": "@a", "name": "a", "version": "3", "purl": "pkg:npm/%40a/a@3", "licenses": [{"expression": "MIT"}]}]}
            """);

        assertThat(materials.ofOthers())
                .containsExactly(
                        new Part("@a/a", "3", List.of("MIT")),
                        new Part("org.b:b", "1", List.of("Mine")),
                        new Part("org.jline:jline", "2", List.of("BSD-4-Clause")));
        assertThat(ThirdParty.rows(materials.ofOthers()))
                .containsExactly(
                        "| `@a/a` | 3 | MIT |", "| `org.b:b` | 1 | Mine |", "| `org.jline:jline` | 2 | BSD-3-Clause |");
    }

    @Test
    void aLicenceThatNobodyJudgedIsAProblem() {
        assertThat(Licences.problems(List.of(
                        new Part("a:free", "1", List.of("Apache-2.0")),
                        new Part("a:share", "1", List.of("GPL-3.0-only")),
                        new Part("a:both", "1", List.of("MIT", "EPL-2.0")),
                        new Part("a:old", "1", List.of("BSD-4-Clause")),
                        new Part("a:silent", "1", List.of()),
                        new Part("net.java.dev.jna:jna", "1", List.of("LGPL-2.1-or-later", "Apache-2.0")),
                        new Part("net.java.dev.jna:jna-platform", "1", List.of("LGPL-2.1-or-later")))))
                .containsExactly(
                        "a:share 1: GPL-3.0-only is not among the licences that are allowed",
                        "a:both 1: MIT and EPL-2.0 is not among the licences that are allowed",
                        "a:old 1: BSD-4-Clause is not among the licences that are allowed",
                        "a:silent 1: names no licence",
                        "net.java.dev.jna:jna-platform 1: LGPL-2.1-or-later is not among the licences that are"
                                + " allowed");
    }

    private static boolean hasNotice(Part part) throws IOException {
        var artifact = part.name().substring(part.name().indexOf(':') + 1);
        try (var jar = new ZipFile(
                jars().resolve(artifact + "-" + part.version() + ".jar").toFile())) {
            return jar.stream()
                    .anyMatch(entry -> NOTICE.matcher(entry.getName()).matches());
        }
    }

    private static Path jars() {
        return Path.of(System.getProperty("jars"));
    }

    private static Map<String, String> sumsOfJars() throws IOException, GeneralSecurityException {
        var sums = new TreeMap<String, String>();
        try (var jars = Files.newDirectoryStream(jars(), "*.jar")) {
            for (var jar : jars) {
                var sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
                sums.put(jar.getFileName().toString(), HexFormat.of().formatHex(sum));
            }
        }
        return sums;
    }
}
