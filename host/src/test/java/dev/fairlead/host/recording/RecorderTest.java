package dev.fairlead.host.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.client.McpClient;
import dev.fairlead.host.event.Canaries;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.testkit.FakeServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The file of a recording. */
class RecorderTest {
    private static final int TRIES = 300;
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<Traffic> TRAFFIC = List.of(
            new Traffic.Opened(AT, 1, "s", "stdio"),
            new Traffic.Sent(AT, 1, 1, new Request(RequestId.of(1), "tools/list", Json.object())),
            new Traffic.Received(
                    AT,
                    1,
                    1,
                    new Notification("notifications/progress", Json.object().put("a", 1))),
            new Traffic.Received(
                    AT, 1, 1, new Response.Result(RequestId.of(1), Json.object().put("b", 2))),
            new Traffic.Received(
                    AT, 1, 2, new Response.Failure(RequestId.of("x"), new RpcError(-1, "no", Json.object()))),
            new Traffic.Received(AT, 1, 0, new Request(RequestId.of("q"), "ping", null)),
            new Traffic.Received(AT, 1, 3, new Message.Malformed(RequestId.of(3), false, "odd", "{")),
            new Traffic.Received(AT, 1, 3, new Message.Malformed(null, true, "odd", "{")),
            new Traffic.Ended(AT, 1, 3, "the stream ended"),
            new Traffic.Closed(AT, 1));

    @TempDir
    Path folder;

    private final Redactor redactor = Redactor.usual();
    private Path file = Path.of("");

    @BeforeEach
    void place() {
        file = folder.resolve("recording.ndjson");
    }

    private Recorder recorder(long maxBytes) throws IOException {
        return Recorder.to(file, redactor, maxBytes, InstantSource.fixed(AT));
    }

    private void record(List<Traffic> traffic) throws IOException {
        try (var recorder = recorder(Recorder.USUAL_BYTES)) {
            traffic.forEach(recorder::heard);
        }
    }

    @Test
    void readsWhatWasWritten() throws IOException {
        record(TRAFFIC);
        assertThat(Recording.read(file)).isEqualTo(new Recording(TRAFFIC, false, false));
    }

    @Test
    void isOneJsonObjectALineAndSaysWhatItIs() throws IOException {
        record(TRAFFIC.subList(0, 2));
        assertThat(Files.readAllLines(file).stream().map(line -> line.replaceFirst("[0-9a-f]{16}(?=\"}$)", "x")))
                .containsExactly(
                        "{\"format\":\"fairlead-recording\",\"version\":1,\"at\":\"2026-01-01T00:00:00Z\",\"part\":\"x\"}",
                        "{\"at\":\"2026-01-01T00:00:00Z\",\"line\":1,\"open\":{\"server\":\"s\",\"kind\":\"stdio\"},"
                                + "\"part\":\"x\"}",
                        "{\"at\":\"2026-01-01T00:00:00Z\",\"line\":1,\"exchange\":1,\"to\":\"server\",\"message\":"
                            + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}},\"part\":\"x\"}");
    }

    @Test
    void belongsToItsOwnerAlone() throws IOException {
        record(TRAFFIC);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void isNotContinuedWhereOthersMayReadOrLinksLead() throws IOException {
        record(TRAFFIC);
        var before = Files.readString(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> record(TRAFFIC))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(file.toString(), "chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        var elsewhere = file;
        file = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
        assertThatThrownBy(() -> record(TRAFFIC)).hasMessageContaining("symbolic link");
        assertThat(elsewhere).hasContent(before);
    }

    @Test
    void isContinuedWithLinesOfItsOwn() throws IOException {
        record(TRAFFIC.subList(0, 1));
        record(TRAFFIC.subList(0, 1));
        assertThat(Recording.read(file).traffic())
                .containsExactly(new Traffic.Opened(AT, 1, "s", "stdio"), new Traffic.Opened(AT, 2, "s", "stdio"));
    }

    @Test
    void mayBeCutAnywhereInItsLastLineAndIsContinuedAfterTheOneBefore() throws IOException {
        record(TRAFFIC);
        var whole = Files.readAllBytes(file);
        var text = Files.readString(file);
        int lastLine = text.lastIndexOf('\n', text.length() - 2) + 1;
        for (int end = lastLine + 1; end < whole.length; end++) {
            Files.write(file, Arrays.copyOf(whole, end));
            assertThat(Recording.read(file))
                    .isEqualTo(new Recording(TRAFFIC.subList(0, TRAFFIC.size() - 1), true, false));
        }
        Files.write(file, Arrays.copyOf(whole, whole.length - 2));
        record(List.of());
        assertThat(Recording.read(file)).isEqualTo(new Recording(TRAFFIC.subList(0, TRAFFIC.size() - 1), false, false));
    }

    @Test
    void isSpoiltByALineThatWasCutAnywhereElse() throws IOException {
        record(TRAFFIC);
        Files.writeString(file, "{\"at\":\n", StandardOpenOption.APPEND);
        record(TRAFFIC);
        assertThat(Recording.read(file).traffic()).hasSize(2 * TRAFFIC.size());
        Files.writeString(file, "{\"at\":\n{}\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Recording.read(file)).hasMessageContaining("line 24:");
    }

    @Test
    void mayHaveSeveralRecordersAtATimeThatAreToldApart() throws IOException {
        var opened = new Traffic.Opened(AT, 1, "s", "stdio");
        var again = new Traffic.Opened(AT, 2, "s", "stdio");
        try (var one = recorder(Recorder.USUAL_BYTES);
                var other = recorder(Recorder.USUAL_BYTES)) {
            one.heard(opened);
            other.heard(opened);
            one.heard(again);
            other.heard(TRAFFIC.get(1));
            one.heard(TRAFFIC.get(2));
        }
        assertThat(Recording.read(file).traffic())
                .extracting(Traffic::line)
                .as("the lines of both, by number")
                .containsExactly(1L, 2L, 3L, 2L, 1L);
    }

    @Test
    void doesNotGrowBeyondItsLimitByMoreRecorders() throws IOException {
        int max = 2_000;
        try (var one = recorder(max);
                var other = recorder(max)) {
            for (int count = 0; count < 50; count++) {
                one.heard(TRAFFIC.get(1));
                other.heard(TRAFFIC.get(1));
            }
            assertThat(one.left() + other.left()).isBetween(80L, 99L);
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(max);
    }

    @Test
    void mayBeCutInItsVeryFirstLine() throws IOException {
        record(List.of());
        Files.writeString(file, "{\"format\":\"fair");
        assertThatThrownBy(() -> Recording.read(file)).isInstanceOf(BadRecordingException.class);
        record(TRAFFIC);
        assertThat(Recording.read(file).traffic()).isEqualTo(TRAFFIC);
    }

    @Test
    void doesNotGrowBeyondItsLimitAndSaysSo() throws IOException {
        int max = 2_000;
        try (var recorder = recorder(max)) {
            for (int count = 0; count < 100; count++) {
                recorder.heard(TRAFFIC.get(1));
            }
            assertThat(recorder.left()).isBetween(80L, 99L);
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(max);
        var recording = Recording.read(file);
        assertThat(recording.full()).isTrue();
        assertThat(recording.traffic()).hasSizeBetween(1, 20);
    }

    @Test
    void leavesOtherFilesAlone() throws IOException {
        Files.writeString(file, "dear diary,\nthis is no recording");
        assertThatThrownBy(() -> recorder(1_000))
                .isInstanceOf(BadRecordingException.class)
                .hasMessageContaining("recording.ndjson");
        assertThat(file).hasContent("dear diary,\nthis is no recording");
    }

    @Test
    void saysWhichLineIsBroken() throws IOException {
        record(TRAFFIC);
        Files.writeString(file, "{nonsense}\n{}\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Recording.read(file)).hasMessageContaining("line 12:");
    }

    @Test
    void refusesAVersionThatItDoesNotKnow() throws IOException {
        Files.writeString(file, "{\"format\":\"fairlead-recording\",\"version\":2}\n");
        assertThatThrownBy(() -> Recording.read(file)).hasMessageContaining("version 2");
    }

    @Test
    void passesOverKindsOfLinesThatItDoesNotKnow() throws IOException {
        record(TRAFFIC);
        Files.writeString(
                file, "{\"at\":\"2026-01-01T00:00:00Z\",\"line\":1,\"note\":\"x\"}\n", StandardOpenOption.APPEND);
        assertThat(Recording.read(file).traffic()).isEqualTo(TRAFFIC);
    }

    @Test
    void takesNothingMoreOnceItIsClosedAndHurtsNobody() throws IOException {
        var recorder = recorder(Recorder.USUAL_BYTES);
        recorder.close();
        recorder.heard(TRAFFIC.getFirst());
        assertThat(recorder.left()).as("what nobody misses").isZero();
        assertThat(recorder.trouble()).isEmpty();
    }

    @Test
    void neverHoldsASecretInWhateverFormAndPlace() throws IOException {
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var secret = Canaries.secret(random);
            var written = Canaries.written(secret, random);
            var json = Json.object().put("text", "a " + written + " b").put(written, 1);
            json.putArray("list").addObject().put("deep", written);
            try (var hold = redactor.hold(secret);
                    var recorder = recorder(Recorder.USUAL_BYTES)) {
                recorder.heard(new Traffic.Opened(AT, 1, written, written));
                recorder.heard(new Traffic.Sent(AT, 1, 1, new Request(RequestId.of(written), written, json)));
                recorder.heard(new Traffic.Sent(AT, 1, 0, new Notification(written, json)));
                recorder.heard(new Traffic.Received(AT, 1, 1, new Response.Result(RequestId.of(1), json)));
                recorder.heard(new Traffic.Received(
                        AT, 1, 1, new Response.Failure(RequestId.of(1), new RpcError(1, written, json))));
                recorder.heard(new Traffic.Received(
                        AT, 1, 1, new Message.Malformed(RequestId.of(written), true, written, written)));
                recorder.heard(new Traffic.Ended(AT, 1, 1, written));
            }
            var lines = Files.readAllLines(file);
            assertThat(lines).hasSize(8);
            for (var line : lines) {
                assertThat(Canaries.shows(line + Canaries.texts(Json.parse(line)), secret))
                        .as("seed %d: %s as %s in %s", seed, secret, written, line)
                        .isFalse();
            }
            Files.delete(file);
        }
    }

    @Test
    void hidesWhatSomebodyElseKnowsToBeSecretToo() throws IOException {
        var server =
                FakeServer.named("s").instructions("the word is hunter2hunter2").build();
        var knowing = Redactor.usual();
        try (var hold = knowing.hold("hunter2hunter2");
                var recorder = recorder(Recorder.USUAL_BYTES);
                var client = McpClient.connect(recorder.tap(server.transport(), knowing))) {
            assertThat(client.server().instructions()).contains("hunter2hunter2");
        }
        assertThat(Files.readString(file)).contains("the word is").doesNotContain("hunter2hunter2");
    }
}
