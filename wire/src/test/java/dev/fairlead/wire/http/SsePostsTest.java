package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.wire.Breakage;
import dev.fairlead.wire.Headers;
import dev.fairlead.wire.http.BareServer.Deed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of HTTP+SSE to a server that does not respond to their POSTs. */
@Timeout(120)
class SsePostsTest {
    private static final Message NEWS = new Notification("notifications/x", null);
    private static final RequestId ASKED = RequestId.of(1);
    private static final Message QUESTION = new Request(ASKED, "ask", null);
    private static final Message ANSWER = new Response.Result(RequestId.of("theirs"), Json.object());
    private static final SsePosts.Manners HASTY = new SsePosts.Manners(Duration.ofMillis(1), Duration.ofMillis(50));

    private final HttpEngine engine = HttpEngine.builder().build();
    private final Told told = new Told();
    private final SsePosts posts = new SsePosts(HASTY, told);
    private BareServer server;
    private HttpWatcher watcher = HttpWatcher.NONE;

    @BeforeEach
    void begin() throws Exception {
        server = BareServer.plain();
        send(QUESTION, false);
        assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER);
    }

    @AfterEach
    void close() throws IOException {
        posts.close();
        server.close();
        engine.close();
    }

    @Test
    void oneThatNobodyWaitsForIsGivenUpAndMayHaveBeenTaken() throws Exception {
        sendIntoSilence(false);
        var refusal = told.refusal();
        assertThat(refusal.asked()).isEqualTo(ASKED);
        assertThat(refusal.why()).hasMessageContainingAll("it did not respond within", "is unknown");
        assertThat(told.failures).isEmpty();
    }

    @Test
    void oneWhoseAnswerIsWaitedForLastsAsLongAsThat() throws Exception {
        server.will(Deed.HANG);
        send(QUESTION, false);
        assertThat(told.asked.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(told.refusals).isEmpty();
        told.waiting = false;
        assertThat(told.refusal().asked()).isEqualTo(ASKED);
    }

    @Test
    void oneThatIsStillBeingWrittenIsNotLateYet() throws Exception {
        var large = new Notification("notifications/x", Json.object().put("text", "x".repeat(30 << 20)));
        var patient = new SsePosts(new SsePosts.Manners(Duration.ofMillis(1), Duration.ofMillis(500)), told);
        try (var slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            send(patient, server.url(), NEWS, false);
            assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER);
            send(patient, HttpUrl.get("http://localhost:" + slow.getLocalPort()), large, false);
            try (var unread = slow.accept()) {
                server.will(Deed.HANG);
                send(patient, server.url(), NEWS, false);
                assertThat(told.refusal().asked()).isNull();
                assertThat(told.refusals).isEmpty();
                assertThat(unread.isClosed()).isFalse();
            }
        } finally {
            patient.close();
        }
    }

    @Test
    void oneThatHasMoreInItThanIsReadOfOthersIsWaitedForAllTheSame() throws Exception {
        var many = Json.object();
        var list = many.putArray("list");
        for (int i = 0; i < 400_000; i++) {
            list.addArray();
        }
        server.will(Deed.HANG);
        send(new Request(ASKED, "ask", many), false);
        assertThat(told.asked.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(told.refusals).isEmpty();
    }

    @Test
    void oneThatIsVitalIsNoEndAsLongAsItMayHaveBeenTaken() throws Exception {
        sendIntoSilence(true);
        assertThat(told.refusal().asked()).isEqualTo(ASKED);
        assertThat(told.failures).isEmpty();
    }

    @Test
    void howeverManyThereAreTheNextIsSent() throws Exception {
        var hangs = new Deed[100];
        Arrays.fill(hangs, Deed.HANG);
        server.will(hangs);
        for (int i = 0; i < hangs.length; i++) {
            send(QUESTION, false);
            assertThat(server.awaitDeed()).isEqualTo(Deed.HANG);
        }
        send(QUESTION, false);
        assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER);
        assertThat(told.refusals).isEmpty();
    }

    @Test
    void ofThoseThatNobodyWaitsForOnlySoManyAreUnderWayAtOnce() throws Exception {
        var large = new Notification("notifications/x", Json.object().put("text", "x".repeat(20 << 20)));
        var patient = new SsePosts(new SsePosts.Manners(Duration.ofMillis(1), Duration.ofMinutes(5)), told);
        try {
            server.will(Deed.HANG, Deed.HANG);
            for (int i = 0; i < 2; i++) {
                send(patient, server.url(), large, false);
                assertThat(server.awaitDeed()).isEqualTo(Deed.HANG);
            }
            var next = Thread.ofVirtual().start(() -> sendUninterrupted(patient, NEWS));
            await().until(() -> next.getState() == Thread.State.WAITING);
            patient.close();
            assertThat(next.join(Duration.ofMinutes(1))).isTrue();
            assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER);
        } finally {
            patient.close();
        }
    }

    @Test
    void thoseThatAreAskedAndWrittenTakeNoRoomFromOthers() throws Exception {
        server.will(Deed.HANG, Deed.HANG, Deed.HANG);
        var large = new Request(ASKED, "ask", Json.object().put("text", "x".repeat(20 << 20)));
        for (int i = 0; i < 3; i++) {
            send(large, false);
            assertThat(server.awaitDeed()).isEqualTo(Deed.HANG);
        }
        send(NEWS, false);
        assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER);
    }

    @Test
    void anAnswerWhoseConnectionBreaksIsSentAgain() throws Exception {
        server.will(Deed.LEAVE, Deed.LEAVE);
        send(ANSWER, false);
        assertThat(server.awaitDeed()).isEqualTo(Deed.LEAVE);
        assertThat(server.awaitDeed()).isEqualTo(Deed.LEAVE);
        assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER);
        assertThat(told.refusals).isEmpty();
        assertThat(told.failures).isEmpty();
    }

    @Test
    void anAnswerThatGetsLostAllTheSameEndsThePairAsNobodyAsksForItAgain() throws Exception {
        server.will(Deed.LEAVE, Deed.LEAVE, Deed.LEAVE);
        send(ANSWER, false);
        assertThat(told.failure().during("asking", "old", true).maybeExecuted()).isTrue();
        assertThat(server.executions()).isEqualTo(1 + 3);
        assertThat(told.refusals).isEmpty();
    }

    @Test
    void aVitalOneThatIsTurnedAwayAtOnceSaysSoToWhoeverSendsIt() throws Exception {
        var attempt = new SsePosts(new SsePosts.Manners(Duration.ofMinutes(1), Duration.ofMinutes(1)), told);
        send(attempt, server.url(), QUESTION, false);
        server.will(Deed.TURN_AWAY);
        assertThatThrownBy(() -> send(attempt, server.url(), NEWS, true))
                .isInstanceOfSatisfying(
                        Failed.class,
                        refused -> assertThat(refused.breakage().during("opening", "old", false))
                                .isInstanceOf(HttpStatusException.class));
    }

    @Test
    void aVitalOneThatIsTurnedAwayLateLeavesUnknownWhatBecameOfOthers() throws Exception {
        server.will(Deed.TURN_AWAY);
        sendHoweverQuickly(NEWS);
        var why = told.failure();
        assertThat(why.during("tools/call", "old", true))
                .isInstanceOf(ConnectionLostException.class)
                .satisfies(lost -> assertThat(lost.maybeExecuted()).isTrue());
        assertThat(why.during("tools/call", "old", false)).isInstanceOf(HttpStatusException.class);
    }

    @Test
    void theFirstOneThatFailsOnceOthersWereSentLeavesUnknownWhatBecameOfThem() throws Exception {
        server.will(Deed.HANG, Deed.ANSWER);
        var fresh = new SsePosts(HASTY, told);
        send(fresh, server.url(), QUESTION, false);
        assertThat(server.awaitDeed()).isEqualTo(Deed.HANG);
        send(fresh, server.url(), NEWS, false);
        assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER);
        server.close();
        assertThat(told.failure().during("tools/call", "old", true))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("the server no longer takes messages");
    }

    @Test
    void aDefectOnTheWayIsToldToWhoeverWaits() throws Exception {
        watcher = heard -> {
            throw new IllegalStateException("a defect");
        };
        send(QUESTION, false);
        assertThat(told.refusal().why()).hasMessageContaining("a defect");
    }

    @Test
    void thoseThatAreCutOffWithThePairAreNotToldOf() throws Exception {
        server.will(Deed.HANG);
        send(QUESTION, false);
        assertThat(server.awaitDeed()).isEqualTo(Deed.HANG);
        told.ended = true;
        posts.close();
        assertThat(told.askedForItsEnd.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(told.refusals).isEmpty();
        assertThat(told.failures).isEmpty();
    }

    /** Sends what nobody waits for once the server has read it. */
    private void sendIntoSilence(boolean vital) throws Failed, InterruptedException {
        server.will(Deed.HANG);
        send(QUESTION, vital);
        assertThat(server.awaitDeed()).isEqualTo(Deed.HANG);
        told.waiting = false;
    }

    private void send(Message message, boolean vital) throws Failed, InterruptedException {
        send(posts, server.url(), message, vital);
    }

    /** Sends a vital message whose refusal may come within the moment that is waited, or after it. */
    private void sendHoweverQuickly(Message message) throws InterruptedException {
        try {
            send(message, true);
        } catch (Failed atOnce) {
            assertThat(atOnce.breakage()).isNotNull();
        }
    }

    private void sendUninterrupted(SsePosts through, Message message) {
        try {
            send(through, server.url(), message, false);
        } catch (Failed | InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    private void send(SsePosts through, HttpUrl url, Message message, boolean vital)
            throws Failed, InterruptedException {
        var target =
                new Endpoint(url, new OwnHeaders(Headers.NONE), null, engine, "old", 1 << 20, url.toString(), watcher);
        through.send(target, MessageCodec.encode(message), vital);
    }

    private record Refusal(@Nullable RequestId asked, McpException why) {}

    /** A pair whose session has begun, and that waits for the answers to all its questions. */
    private static final class Told implements SsePosts.Pair {
        final BlockingQueue<Refusal> refusals = new LinkedBlockingQueue<>();
        final BlockingQueue<Breakage> failures = new LinkedBlockingQueue<>();
        final CountDownLatch asked = new CountDownLatch(3);
        final CountDownLatch askedForItsEnd = new CountDownLatch(1);
        volatile boolean waiting = true;
        volatile boolean ended;

        Refusal refusal() throws InterruptedException {
            return Objects.requireNonNull(refusals.poll(60, TimeUnit.SECONDS), "nothing was refused");
        }

        Breakage failure() throws InterruptedException {
            return Objects.requireNonNull(failures.poll(60, TimeUnit.SECONDS), "it did not end");
        }

        @Override
        public boolean awaits(RequestId id) {
            asked.countDown();
            return waiting && id.equals(ASKED);
        }

        @Override
        public void refuse(@Nullable RequestId id, Breakage why) {
            refusals.add(new Refusal(id, why.during("asking", "old", true)));
        }

        @Override
        public void fail(Breakage why) {
            failures.add(why);
        }

        @Override
        public boolean ended() {
            askedForItsEnd.countDown();
            return ended;
        }
    }
}
