package dev.fairlead.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the check of the requirements finds. */
final class CoverageTest {

    private static final Map<String, Set<String>> NOTHING = Map.of();

    @Test
    void aCitationOfNothingIsAProblem() {
        assertThat(coverage("| A-1 | all | MAY | Sing. | |", Map.of("A-2", Set.of("SongTest"))))
                .containsExactly("A-2 is cited but not listed, by SongTest");
    }

    @Test
    void aMustNeedsATestOrAReason() {
        assertThat(coverage("| A-1 | all | SHOULD / MUST NOT | Shout. | |", NOTHING))
                .containsExactly("A-1 is proven by no test and gives no reason: Shout.");
        assertThat(coverage("| A-1 | all | MUST | Sing. | no voice yet |", NOTHING))
                .isEmpty();
        assertThat(coverage("| A-1 | all | MUST | Sing. | |", Map.of("A-1", Set.of("SongTest"))))
                .isEmpty();
        assertThat(coverage("| A-1 | all | SHOULD | Sing. | |", NOTHING)).isEmpty();
    }

    @Test
    void aReasonBesideATestIsStale() {
        assertThat(coverage("| A-1 | all | MUST | Sing. | no voice yet |", Map.of("A-1", Set.of("SongTest"))))
                .containsExactly("A-1 gives a reason (no voice yet) although it is proven by SongTest");
    }

    @Test
    void theReportCountsAndNamesWhatIsMissing() {
        var rows = List.of(
                "## A. Songs",
                "| A-1 | all | MUST | Sing. | no voice yet |",
                "| A-2 | all | MUST | Breathe. | |",
                "| A-3 | all | MAY | Dance. | |");

        var report = new Coverage(Requirement.read(rows), Map.of("A-2", Set.of("LungTest"))).report();

        assertThat(report.lines()).contains("  A           1/2     1/3", "  A-1   Sing. (no voice yet)");
        assertThat(report).doesNotContain("Breathe").doesNotContain("Dance");
    }

    @Test
    void rowsThatCannotBeReadAreRefused() {
        for (var row : List.of(
                "| A-1 | all | MUST | Sing. |",
                "| A1 | all | MUST | Sing. | |",
                "| A-1 | all | | Sing. | |",
                "| B-1 | all | MUST | Sing. | |")) {
            assertThatIllegalArgumentException().as(row).isThrownBy(() -> coverage(row, NOTHING));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> coverage("""
            | A-1 | all | MUST | Sing. | |
            | A-1 | all | MUST | Shout. | |\
            """, NOTHING));
    }

    @Test
    void citationsCountWhereATestRuns() {
        var found = Citations.in(new ClassFileImporter()
                .importClasses(Cited.class, Cited.Inner.class, Cited.Off.class, Cited.Empty.class));

        assertThat(found)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "X-1", Set.of("Cited"),
                        "X-2", Set.of("Cited.annotated"),
                        "X-3", Set.of("Cited.annotated"),
                        "X-4", Set.of("Cited.tagged"),
                        "X-5", Set.of("Inner.inside")));
    }

    private static List<String> coverage(String rows, Map<String, Set<String>> citations) {
        var lines = ("## A. Songs\n" + rows).lines().toList();
        return new Coverage(Requirement.read(lines), citations).problems();
    }
}
