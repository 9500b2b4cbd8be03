package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class AuditLogTest {
    @TempDir
    Path temporary;

    private final List<String> trouble = new ArrayList<>();
    private final SetClock clock = new SetClock();

    private Path file() {
        return temporary.resolve("logs").resolve("audit.ndjson");
    }

    private FileAuditLog log(long size) {
        return new FileAuditLog(file(), trouble::add, clock, size);
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(Json::parse).toList();
    }

    @Test
    void anEntryIsOneLineOfJsonThatHasNoValuesOfArguments() throws IOException {
        var arguments = Json.object().put("password", "hunter2").put("path", "/secret");
        log(1 << 20).record(AuditRecord.call(Subject.of("s", "t").as("ann"), "abc", arguments, "allowed"));
        var entry = lines(file()).getFirst();
        assertThat(entry.path("at").stringValue()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(entry.path("process").longValue())
                .isEqualTo(ProcessHandle.current().pid());
        assertThat(entry.path("kind").stringValue()).isEqualTo("call");
        assertThat(entry.path("principal").stringValue()).isEqualTo("ann");
        assertThat(entry.path("server").stringValue()).isEqualTo("s");
        assertThat(entry.path("tool").stringValue()).isEqualTo("t");
        assertThat(entry.path("what").stringValue()).isEqualTo("allowed");
        assertThat(entry.path("definition").stringValue()).isEqualTo("abc");
        assertThat(entry.path("arguments").stringValue()).isEqualTo(Canonical.sha256(Canonical.text(arguments)));
        assertThat(entry.path("names")).isEqualTo(Json.parse("[\"password\",\"path\"]"));
        assertThat(Files.readString(file())).doesNotContain("hunter2", "secret");
    }

    @Test
    void onlyTheOwnerMayReadIt() throws IOException {
        log(1 << 20).record(AuditRecord.refresh(null, "s", "renewed"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void nothingInAnEntryBreaksItsLineOrDrivesATerminal() throws IOException {
        var nasty = "a\n{\"kind\":\"grant\"}\r\u001b[2J\u202e\u0000\ud800\"\\";
        var log = log(1 << 20);
        log.record(AuditRecord.call(
                new Subject(nasty, nasty, nasty), nasty, Json.object().put(nasty, nasty), nasty));
        assertThat(Files.readString(file())).matches("[ -~]+\n");
        assertThat(lines(file()).getFirst().path("tool").stringValue()).isEqualTo(nasty);
    }

    @Test
    void anEntryNeverTakesMoreThanOneWrite() throws IOException {
        var huge = "\u001b".repeat(100_000);
        var arguments = Json.object();
        for (int i = 0; i < 5_000; i++) {
            arguments.put(huge.substring(0, 200) + i, i);
        }
        log(1 << 20).record(AuditRecord.call(new Subject(huge, huge, huge), huge, arguments, huge));
        assertThat(Files.size(file())).isLessThanOrEqualTo(4096);
        assertThat(lines(file())).hasSize(1);
    }

    @Test
    void growsToItsSizeAndNoFurther() throws IOException {
        var log = log(2_000);
        for (int i = 0; i < 500; i++) {
            log.record(AuditRecord.refresh(null, "s", "entry " + i));
        }
        assertThat(trouble).isEmpty();
        try (var files = Files.list(file().getParent())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "audit.ndjson",
                            "audit.ndjson.1",
                            "audit.ndjson.2",
                            "audit.ndjson.3",
                            "audit.ndjson.4",
                            "audit.ndjson.lock");
        }
        int next = 499;
        for (var suffix : List.of("", ".1", ".2", ".3", ".4")) {
            var path = Path.of(file() + suffix);
            assertThat(Files.size(path)).isBetween(1L, 2_000L);
            for (var entry : lines(path).reversed()) {
                assertThat(entry.path("what").stringValue()).isEqualTo("entry " + next--);
            }
        }
    }

    @Test
    void noNumberOfCallsMakesDecisionsForgotten() throws IOException {
        var log = FileAuditLog.withDecisions(file(), trouble::add, clock, 2_000);
        var subject = Subject.of("s", "t");
        log.record(AuditRecord.start("s", "hash", "agreed to"));
        log.record(AuditRecord.notStarted("other", "hash", "denied"));
        log.record(AuditRecord.accepted(subject, "hash"));
        for (int i = 0; i < 200; i++) {
            log.record(AuditRecord.refusal(subject, "hash", Json.object(), "denied"));
            log.record(AuditRecord.call(subject, "hash", Json.object(), "allowed"));
            log.record(AuditRecord.refresh(null, "s", "renewed"));
        }
        log.record(AuditRecord.policy(subject, "forgotten"));

        assertThat(trouble).isEmpty();
        assertThat(lines(Path.of(file() + AuditLog.DECISIONS)))
                .extracting(
                        entry -> entry.path("kind").stringValue(),
                        entry -> entry.path("what").stringValue())
                .containsExactly(
                        tuple("start", "agreed to"),
                        tuple("denial", "not started, denied"),
                        tuple("grant", "definition accepted"),
                        tuple("policy", "forgotten"));
        assertThat(lines(file()).getLast().path("kind").stringValue()).isEqualTo("policy");
    }

    @Test
    void anInterruptedThreadIsRecordedToo() throws Exception {
        var log = log(300);
        var thread = Thread.ofVirtual().start(() -> {
            Thread.currentThread().interrupt();
            for (int i = 0; i < 10; i++) {
                log.record(AuditRecord.refresh(null, "s", "entry " + i));
            }
            trouble.add("interrupted " + Thread.currentThread().isInterrupted());
        });
        thread.join();
        assertThat(trouble).containsExactly("interrupted true");
        assertThat(lines(file()).getLast().path("what").stringValue()).isEqualTo("entry 9");
    }

    @Test
    void tellsOfTroubleOnceAMinute() throws IOException {
        Files.createFile(temporary.resolve("logs"));
        var log = log(1_000);
        for (int i = 0; i < 100; i++) {
            log.record(AuditRecord.refresh(null, "s", "lost"));
        }
        assertThat(trouble).singleElement().asString().contains("audit.ndjson").contains("entries are lost");
        clock.now = clock.now.plus(Duration.ofSeconds(61));
        log.record(AuditRecord.refresh(null, "s", "lost"));
        log.record(AuditRecord.refresh(null, "s", "lost"));
        assertThat(trouble).hasSize(2);

        Files.delete(temporary.resolve("logs"));
        log.record(AuditRecord.refresh(null, "s", "kept"));
        assertThat(Files.readString(file())).contains("kept");
    }

    @Test
    void doesNotWriteWhereOthersCanWriteNorThroughALink() throws IOException {
        Files.createDirectory(
                file().getParent(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxrwx---")));
        // What a new folder may be is cut by the umask.
        Files.setPosixFilePermissions(file().getParent(), PosixFilePermissions.fromString("rwxrwx---"));
        log(1_000).record(AuditRecord.refresh(null, "s", "lost"));
        assertThat(trouble).singleElement().asString().contains("chmod 700");

        Files.setPosixFilePermissions(file().getParent(), PosixFilePermissions.fromString("rwx------"));
        var target = Files.createFile(temporary.resolve("target"));
        Files.createSymbolicLink(file(), target);
        log(1_000).record(AuditRecord.refresh(null, "s", "lost"));
        assertThat(trouble.getLast()).contains("symbolic link");
        assertThat(target).isEmptyFile();
    }

    @Test
    void threadsAndLogsOfOneProgramDoNotMixTheirLines() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                var log = i % 2 == 0 ? log(1 << 20) : AuditLog.at(file(), trouble::add);
                int writer = i;
                threads.execute(() -> {
                    for (int entry = 0; entry < 100; entry++) {
                        log.record(AuditRecord.refresh(null, "s" + writer, "x".repeat(entry * 10)));
                    }
                });
            }
        }
        assertThat(trouble).isEmpty();
        assertThat(lines(file())).hasSize(800);
    }

    /** In the larger size all entries have room; in the smaller one the file is renamed all the time. */
    @ParameterizedTest
    @CsvSource({"60000, 900", "8000, 0"})
    void processesDoNotLoseOrMixTheirLines(long size, int kept) throws Exception {
        var writers = new TreeMap<String, Process>();
        for (var name : List.of("a", "b", "c")) {
            writers.put(name, writer(size, name, 300));
        }
        for (var writer : writers.entrySet()) {
            assertThat(writer.getValue().waitFor(100, TimeUnit.SECONDS)).isTrue();
            assertThat(temporary.resolve(writer.getKey() + ".out"))
                    .as("trouble")
                    .hasContent("");
            assertThat(writer.getValue().exitValue()).isZero();
        }
        var seen = new HashSet<String>();
        try (var files = Files.list(file().getParent())) {
            for (var path :
                    files.filter(path -> !path.toString().endsWith(".lock")).toList()) {
                for (var entry : lines(path)) {
                    var what = entry.path("what").stringValue();
                    seen.add(entry.path("server").stringValue() + what.substring(0, what.indexOf(' ')));
                }
            }
        }
        assertThat(seen).hasSizeGreaterThanOrEqualTo(kept);
        assertThat(Files.exists(Path.of(file() + ".1")))
                .as("it was renamed meanwhile")
                .isTrue();
    }

    private Process writer(long size, String name, int entries) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AuditWriter.class.getName(),
                        file().toString(),
                        Long.toString(size),
                        name,
                        Integer.toString(entries))
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve(name + ".out").toFile())
                .start();
    }

    @Test
    void whoeverIsKilledLeavesWholeLinesAlone() throws Exception {
        for (int kill = 0; kill < 3; kill++) {
            long enough = (Files.exists(file()) ? Files.size(file()) : 0) + (1 << 16);
            var killed = writer(1 << 30, "killed", Integer.MAX_VALUE);
            try {
                await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(file()) && Files.size(file()) > enough);
            } finally {
                assertThat(killed.destroyForcibly().waitFor(60, TimeUnit.SECONDS))
                        .isTrue();
            }
            assertThat(lines(file())).hasSizeGreaterThan(100);
        }
        assertThat(Files.readString(file())).endsWith("\n");
    }

    @Test
    void noneKeepsNothing() {
        AuditLog.none().record(AuditRecord.refresh(null, "s", "nothing"));
        assertThat(file()).doesNotExist();
    }

    /** A clock that stands still until it is set. */
    private static final class SetClock extends Clock {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
