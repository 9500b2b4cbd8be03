package dev.fairlead.wire.http;

import static dev.fairlead.wire.http.Running.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.BareServer.Deed;
import dev.fairlead.wire.http.FetchException.Kind;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Dns;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches that take longer than they may, or than their thread lives. */
class GuardedFetchTimeTest {
    private static final AddressPolicy LOCAL = AddressPolicy.forServer("http://localhost/");
    private static final byte[] BODY = {'{', '}'};

    private final MockWebServer server = new MockWebServer();
    private final HttpEngine engine = HttpEngine.builder().build();
    private final GuardedFetch fetch = new GuardedFetch(engine, LOCAL);

    @AfterEach
    void close() {
        engine.close();
        server.close();
    }

    @Test
    void aBodyThatDripsIsCutOffAtTheDeadline() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .body("x".repeat(100_000))
                .throttleBody(1, 20, TimeUnit.MILLISECONDS)
                .build());
        server.start();
        var url = server.url("/").toString();
        var failure = slow(() -> fetch.get(url, Headers.NONE, brief()));
        assertThat(failure.maybeSeen()).isTrue();
        assertThat(failure)
                .hasMessage("GET at 'localhost:%d': there was no full answer in time; try again, or allow more time"
                        .formatted(server.getPort()));
        Awaitility.await()
                .untilAsserted(() -> assertThat(engine.client().connectionPool().connectionCount())
                        .isZero());
    }

    @Test
    void aServerThatNeverAnswersIsLeftAtTheDeadline() throws Exception {
        try (var bare = BareServer.plain().will(Deed.HANG)) {
            var failure = slow(() -> post(fetch, bare, Deadline.after(Duration.ofSeconds(2))));
            assertThat(failure.maybeSeen()).isTrue();
            assertThat(post(fetch, bare, soon()).text()).isEqualTo("ok");
        }
    }

    @Test
    void aServerThatCannotBeConnectedToIsLeftAtTheDeadline() throws Exception {
        var hanging = new HangingSockets();
        var client = engine.client().newBuilder().socketFactory(hanging).build();
        var other = new GuardedFetch(client, LOCAL, Dns.SYSTEM);
        var failure = slow(() -> other.get("http://127.0.0.1:9/", Headers.NONE, brief()));
        assertThat(failure.maybeSeen()).isFalse();
        hanging.awaitClose();
    }

    @Test
    void aResolverThatHangsIsLeftAtTheDeadlineAndNothingIsSentOnceItAnswers() throws Exception {
        var released = new CountDownLatch(1);
        var answered = new CountDownLatch(1);
        try (var bare = BareServer.plain()) {
            Dns hanging = host -> {
                try {
                    released.await();
                } catch (InterruptedException stopped) {
                    throw new AssertionError(stopped);
                }
                answered.countDown();
                return List.of(InetAddress.getLoopbackAddress());
            };
            var other = new GuardedFetch(engine, LOCAL, hanging);
            assertThat(slow(() -> post(other, bare, brief())).maybeSeen()).isFalse();
            released.countDown();
            assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(post(fetch, bare, soon()).text()).isEqualTo("ok");
            assertThat(bare.executions()).isEqualTo(1);
        }
    }

    @Test
    void aDeadlineThatHasPassedSendsNothing() throws Exception {
        try (var bare = BareServer.plain()) {
            var failure = slow(() -> post(fetch, bare, Deadline.after(Duration.ZERO)));
            assertThat(failure.maybeSeen()).isFalse();
            assertThat(bare.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptEndsTheWait(boolean virtual) throws Exception {
        try (var bare = BareServer.plain().will(Deed.HANG)) {
            var waiting = run(virtual, () -> post(fetch, bare, soon()));
            assertThat(bare.awaitDeed()).isEqualTo(Deed.HANG);
            waiting.thread().interrupt();
            assertThat(waiting.failure()).isExactlyInstanceOf(InterruptedException.class);
            assertThat(waiting.flag()).isFalse();
            assertThat(post(fetch, bare, soon()).text()).isEqualTo("ok");
        }
    }

    @Test
    void anInterruptBeforeSendsNothing() throws Exception {
        try (var bare = BareServer.plain()) {
            var waiting = run(true, () -> {
                Thread.currentThread().interrupt();
                return post(fetch, bare, soon());
            });
            assertThat(waiting.failure()).isExactlyInstanceOf(InterruptedException.class);
            assertThat(bare.connections()).isZero();
        }
    }

    private static Fetched post(GuardedFetch fetch, BareServer server, Deadline deadline) throws Exception {
        return fetch.post(server.url().toString(), "application/json", BODY, Headers.NONE, deadline);
    }

    private static Deadline brief() {
        return Deadline.after(Duration.ofMillis(500));
    }

    private static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(60));
    }

    /** Sees that something ends because it takes too long. */
    private static FetchException slow(ThrowingCallable work) {
        var failure = catchThrowableOfType(FetchException.class, work);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.TOO_SLOW);
        return failure;
    }
}
