package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.FetchException.Kind;
import java.net.Socket;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that are read while they come. */
class StreamedAnswerTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final String CHUNKED = HeldLine.EVENTS + "Transfer-Encoding: chunked\r\n\r\n";

    private final HttpEngine engine = HttpEngine.builder().build();
    private HeldLine line;
    private Socket socket;
    private StreamedAnswer answer;

    @BeforeEach
    void begin() throws Exception {
        line = new HeldLine();
        begin(CHUNKED);
    }

    private void begin(String head) throws Exception {
        var service = new HttpService(engine, line.url(), Headers.NONE);
        var asking =
                Running.run(true, () -> service.post("x", "{}".getBytes(UTF_8), Headers.NONE, Deadline.after(LONG)));
        socket = line.asked();
        HeldLine.say(socket, head);
        answer = asking.result();
    }

    @AfterEach
    void close() throws Exception {
        answer.close();
        line.close();
        engine.close();
    }

    private static FetchException failing(Kind kind, ThrowingCallable work) {
        var failure = catchThrowableOfType(FetchException.class, work);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind);
        return failure;
    }

    @Test
    void eventsComeAsTheyAreSaid() throws Exception {
        HeldLine.chunk(socket, "data: one\n\nevent: delta\nda");
        assertThat(answer.nextEvent(LONG)).contains(new StreamedAnswer.Event("", "one"));
        HeldLine.chunk(socket, "ta: zw\u00f6lf\ndata: more\n\nid: 7\n\n: comment\n\n");
        assertThat(answer.nextEvent(LONG)).contains(new StreamedAnswer.Event("delta", "zw\u00f6lf\nmore"));
        HeldLine.say(socket, "0\r\n\r\n");
        assertThat(answer.nextEvent(LONG)).isEmpty();
        assertThat(answer.nextEvent(LONG)).isEmpty();
    }

    @Test
    void linesComeAsTheyAreSaidAndTheLastNeedsNoEnd() throws Exception {
        HeldLine.chunk(socket, "{\"a\":1}\r\n\n{\"b\"");
        assertThat(answer.nextLine(LONG)).contains("{\"a\":1}");
        assertThat(answer.nextLine(LONG)).contains("");
        HeldLine.chunk(socket, ":2}");
        HeldLine.say(socket, "0\r\n\r\n");
        assertThat(answer.nextLine(LONG)).contains("{\"b\":2}");
        assertThat(answer.nextLine(LONG)).isEmpty();
    }

    @Test
    void aStreamThatIsCutBreaksOff() throws Exception {
        HeldLine.chunk(socket, "data: one\n\ndata: tw");
        assertThat(answer.nextEvent(LONG)).isPresent();
        socket.close();
        assertThat(failing(Kind.UNREACHABLE, () -> answer.nextEvent(LONG)).maybeSeen())
                .isTrue();
    }

    @Test
    void silenceEndsTheStream() throws Exception {
        HeldLine.chunk(socket, "data: one\n\ndata: tw");
        assertThat(answer.nextEvent(LONG)).isPresent();
        assertThat(failing(Kind.TOO_SLOW, () -> answer.nextEvent(SHORT)))
                .hasMessageContaining("nothing came for too long");
        HeldLine.awaitEnd(socket);
    }

    @Test
    void aCommentIsNoSilence() throws Exception {
        var reading = Running.run(true, () -> answer.nextEvent(Duration.ofSeconds(2)));
        for (int i = 0; i < 6; i++) {
            Deadline.after(SHORT).await();
            HeldLine.chunk(socket, ": still there\n");
        }
        HeldLine.chunk(socket, "data: one\n\n");
        assertThat(reading.result()).isPresent();
    }

    @Test
    void anEventLargerThanIsReadIsRefused() throws Exception {
        var writing = Running.run(true, () -> {
            for (int i = 0; i < 40; i++) {
                HeldLine.chunk(socket, (i == 0 ? "data: " : "") + "x".repeat(1 << 20));
            }
            HeldLine.chunk(socket, "\n\n");
            return null;
        });
        assertThat(failing(Kind.TOO_LARGE, () -> answer.nextEvent(LONG)))
                .hasMessageContaining("an event of its answer is larger than 32 MiB");
        socket.close();
        writing.thread().join();
    }

    @Test
    void aLineLargerThanIsReadIsRefused() throws Exception {
        var writing = Running.run(true, () -> {
            for (int i = 0; i < 40; i++) {
                HeldLine.chunk(socket, "x".repeat(1 << 20));
            }
            return null;
        });
        assertThat(failing(Kind.TOO_LARGE, () -> answer.nextLine(LONG)))
                .hasMessageContaining("a line of its answer is larger than 32 MiB");
        HeldLine.awaitEnd(socket);
        writing.thread().join();
    }

    @Test
    void closingEndsTheReaderAndTheConnection() throws Exception {
        var reading = Running.run(true, () -> answer.nextEvent(LONG));
        HeldLine.chunk(socket, "data: unfinished");
        Awaitility.await().until(() -> reading.thread().getState() == Thread.State.TIMED_WAITING);
        answer.close();
        assertThat(reading.failure()).isInstanceOf(FetchException.class).hasMessageContaining("closed here");
        HeldLine.awaitEnd(socket);
        failing(Kind.UNREACHABLE, () -> answer.nextEvent(LONG));
        Awaitility.await()
                .untilAsserted(() -> assertThat(engine.client().connectionPool().connectionCount())
                        .isZero());
    }

    @Test
    void anInterruptEndsTheReaderAndTheConnection() throws Exception {
        var reading = Running.run(true, () -> answer.nextLine(LONG));
        Awaitility.await().until(() -> reading.thread().getState() == Thread.State.TIMED_WAITING);
        reading.thread().interrupt();
        assertThat(reading.failure()).isExactlyInstanceOf(InterruptedException.class);
        HeldLine.awaitEnd(socket);
    }

    @Test
    void theRestIsReadUpToALimit() throws Exception {
        HeldLine.chunk(socket, "0123456789");
        HeldLine.say(socket, "0\r\n\r\n");
        assertThat(answer.rest(4, Deadline.after(LONG))).asString(UTF_8).isEqualTo("0123");
    }

    @Test
    void theRestIsReadUntilTheDeadline() throws Exception {
        HeldLine.chunk(socket, "0123456789");
        failing(Kind.TOO_SLOW, () -> answer.rest(100, Deadline.after(SHORT)));
        HeldLine.awaitEnd(socket);
    }

    @Test
    void anEngineThatIsClosedEndsTheReader() {
        var reading = Running.run(true, () -> answer.nextEvent(LONG));
        engine.close();
        assertThat(reading.failure()).isInstanceOf(FetchException.class).hasMessageContaining("engine was closed");
    }

    @Test
    void whatIsNoChunkIsNoProperHttp() throws Exception {
        HeldLine.say(socket, "zz\r\n");
        assertThatThrownBy(() -> answer.nextEvent(LONG))
                .isInstanceOf(FetchException.class)
                .hasMessageContaining("proper HTTP");
    }
}
