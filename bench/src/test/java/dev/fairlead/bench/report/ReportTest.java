package dev.fairlead.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.fairlead.bench.contenders.Figure;
import dev.fairlead.bench.report.Measured.Entry;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class ReportTest {
    private static final Seen SEEN = new Seen("2026-11-16T22:00:00Z", "two cores", "full", 3);
    private static final Measured STDIO = new Measured(
            "stdio-1",
            "stdio, one caller",
            SEEN,
            4,
            List.of(
                    entry("raw", Role.FLOOR, 100, 10, 10),
                    entry("fairlead", Role.OURS, 50, 8, 5),
                    entry("java-sdk", Role.PEER, 5, 1, 1),
                    entry("slow & old", Role.PEER, 1, 1, 1),
                    new Entry("lost", "lost", Role.PEER, List.of(), "hangs: no answer within 3 s")));
    private static final Measured HTTP = new Measured(
            "json-1",
            "HTTP, one caller",
            SEEN,
            4,
            List.of(entry("raw", Role.FLOOR, 7), entry("fairlead", Role.OURS, 6)));
    private static final Measured LATER = new Measured(
            "stdio-1",
            "stdio, one caller",
            new Seen("2026-11-18T09:00:00Z", "two cores", "full", 5),
            4,
            List.of(entry("java-sdk", Role.PEER, 5)));
    private static final Results RESULTS = new Results(List.of(STDIO));

    @TempDir
    Path folder;

    @Test
    void ratiosAreTakenInsideARound() {
        // The ratio of the medians would be 0.8.
        assertThat(Measured.ratio(Figure.RATE, STDIO.only(Role.OURS), STDIO.only(Role.FLOOR)))
                .isCloseTo(0.5, within(1e-9));
    }

    @Test
    void theBestPeerIsTheOneThatWorksAndIsFastest() {
        assertThat(STDIO.bestPeer(Figure.RATE)).map(Entry::id).contains("java-sdk");
    }

    @Test
    void goalsAreReachedOrMissedOrNotSeen() {
        var text = Goal.table(RESULTS).text();

        assertThat(text).containsPattern("rate ÷ best peer +≥ 2 +8\\.00 +reached");
        assertThat(text).containsPattern("CPU × floor +≤ 2\\.5 +not seen");
        assertThat(new Goal("", "", true, 2, measured -> 0).reached(1.9)).isFalse();
        assertThat(new Goal("", "", false, 2, measured -> 0).reached(2.1)).isFalse();
    }

    @Test
    void whoHangsIsInTheTableWithTheReasonBelow() {
        assertThat(new Report(RESULTS).text(true))
                .containsPattern("lost +hangs")
                .contains("lost hangs: no answer within 3 s");
    }

    @Test
    void resultsSurviveTheFile() throws Exception {
        RESULTS.write(folder.resolve("results.json"));

        assertThat(Results.read(folder.resolve("results.json"))).isEqualTo(RESULTS);
    }

    @Test
    void whatAnEarlierVersionWroteIsLeftOut() throws Exception {
        var file = folder.resolve("results.json");
        RESULTS.with(new Results(List.of(HTTP))).write(file);
        var json = (ObjectNode) Json.parse(Files.readString(file));
        ((ObjectNode) json.path("workloads").path(1)).remove("seen");
        json.put("machine", "two cores");
        Files.writeString(file, Json.write(json));

        assertThat(Results.read(file)).isEqualTo(RESULTS);
        Files.writeString(file, "{}");
        assertThat(Results.read(file).workloads()).isEmpty();
    }

    @Test
    void thereIsNothingBeforeTheFirstRun() throws Exception {
        assertThat(Results.read(folder.resolve("results.json")).workloads()).isEmpty();
    }

    @Test
    void newerResultsTakeThePlaceOfOlderOnesAndTheOthersStay() {
        var all = new Results(List.of(STDIO, HTTP)).with(new Results(List.of(LATER)));

        assertThat(all.workloads()).containsExactly(LATER, HTTP);
        assertThat(all.of(List.of("events-1", "json-1", "stdio-1")).workloads()).containsExactly(HTTP, LATER);
    }

    @Test
    void resultsOfOneRunSayOnceWhenTheyWereSeen() {
        assertThat(new Report(new Results(List.of(STDIO, HTTP))).text(true)).containsOnlyOnce(SEEN.toString());
    }

    @Test
    void resultsOfSeveralRunsSayEachWhenTheyWereSeen() throws Exception {
        var report = new Report(new Results(List.of(LATER, HTTP)));

        report.write(folder, "performance");

        assertThat(report.text(true))
                .containsSubsequence("stdio", "2026-11-18 (full run, 5 rounds", "HTTP", "2026-11-16");
        assertThat(Files.readString(folder.resolve("performance.md")))
                .contains("Seen in 2 runs")
                .containsSubsequence("2026-11-18 (full run, 5 rounds; two cores)", "HTTP, one caller", SEEN.toString());
    }

    @Test
    void thePageShowsPicturesThatAreThere() throws Exception {
        new Report(RESULTS).write(folder, "performance");

        assertThat(Files.readString(folder.resolve("performance.md"))).contains("](performance/stdio-calls.svg)");
        var picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("performance/stdio-calls.svg").toFile());
        assertThat(picture.getElementsByTagName("rect").getLength()).isEqualTo(4);
        assertThat(picture.getDocumentElement().getTextContent()).contains("slow & old", "hangs");
    }

    private static Entry entry(String id, Role role, double... rates) {
        var rounds = DoubleStream.of(rates)
                .mapToObj(rate -> Map.of(Figure.RATE, rate))
                .toList();
        return new Entry(id, id, role, rounds, null);
    }
}
