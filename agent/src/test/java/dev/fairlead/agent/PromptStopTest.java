package dev.fairlead.agent;

import static dev.fairlead.agent.ScriptedModel.call;
import static dev.fairlead.agent.ScriptedModel.calls;
import static dev.fairlead.agent.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.CallRecord.Status;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.host.Host;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;

/** How soon a server sees that its call was stopped. */
@Timeout(300)
class PromptStopTest extends AgentScene {
    private static final int RUNS = 20;
    private static final long USUAL_MILLIS = 100;
    private static final long WORST_MILLIS = 10_000; // Other programs want to run on this machine too.

    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();

    /** What a server told, and when that was heard. */
    private record News(int what, long nanos) {}

    private void hear(int what) {
        news.add(new News(what, System.nanoTime()));
    }

    @EachEra
    void aServerInThisProgramSeesItAtOnce(Era era) throws Exception {
        var server = SlowServer.telling(era, this::hear);
        open(server);

        stopAgainAndAgain("in this program, " + era);

        assertCancelled(server);
    }

    @EachEra
    void aServerInAnotherProcessSeesItAtOnce(Era era) throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var heard = Thread.ofPlatform().daemon().start(() -> listen(listener));
            var command = SlowServer.command(era, listener.getLocalPort());
            var arguments = command.subList(1, command.size()).toArray(String[]::new);
            open(Host.builder().server("slow", command.getFirst(), arguments));

            stopAgainAndAgain("in another process, " + era);

            host.close();
            heard.join();
        }
    }

    @EachEra
    void aServerOnHttpSeesItAtOnce(Era era) throws Exception {
        var server = SlowServer.telling(era, this::hear);
        try (var front = HttpFront.serving(server)) {
            open(Host.builder().url("slow", front.url()));

            stopAgainAndAgain("on HTTP, " + era);

            if (era == Era.LEGACY) { // Later a stream that is closed says it.
                assertCancelled(server);
            }
            host.close();
        }
    }

    /** Hears one process, so that one that is started again is heard no more. */
    private void listen(ServerSocket listener) {
        try (var socket = listener.accept()) {
            for (int what = socket.getInputStream().read();
                    what >= 0;
                    what = socket.getInputStream().read()) {
                hear(what);
            }
        } catch (IOException end) {
            throw new UncheckedIOException("the server is not heard any more", end);
        }
    }

    private void stopAgainAndAgain(String where) throws Exception {
        var millis = new ArrayList<Double>();
        for (int i = 0; i < RUNS; i++) {
            millis.add(stop() / 1e6);
        }
        var sorted = millis.stream().sorted().toList();
        double median = (sorted.get(RUNS / 2 - 1) + sorted.get(RUNS / 2)) / 2;
        System.out.printf(
                "From stop to the server, %s, %d runs: median %.1f ms, best %.1f ms, worst %.1f ms%n",
                where, RUNS, median, sorted.getFirst(), sorted.getLast());
        assertThat(median).as("median of %s", millis).isLessThanOrEqualTo(USUAL_MILLIS);
        assertThat(sorted.getLast()).as("worst of %s", millis).isLessThanOrEqualTo(WORST_MILLIS);
    }

    /** Stops a run in the middle of its call, and returns how many nanoseconds later the server saw that. */
    private long stop() throws Exception {
        var model = ScriptedModel.saying(calls(call("1", "slow__wait")), text("done"));
        var run = agent(model).run(Transcript.begin(), "wait");
        var stopped = new AtomicLong();

        var events = events(run, approval -> {
            yes(approval);
            await(SlowServer.BEGUN);
            stopped.set(System.nanoTime());
            run.stop();
        });

        long seen = await(SlowServer.CANCELLED).nanos();
        assertThat(outcome(events)).isEqualTo(new Outcome.Stopped());
        assertSaid(finished(events).transcript());
        assertThat(model.asked).hasSize(1);
        return seen - stopped.get();
    }

    private static void assertSaid(Transcript transcript) {
        var record = transcript.calls().getFirst();
        assertThat(record.status()).isEqualTo(Status.CANCELLED);
        assertThat(record.error()).startsWith("Tool execution cancelled");
        assertThat(record.answer()).isNull();
        var told = ((Turn.Results) transcript.turns().getLast()).results().getFirst();
        assertThat(told.failed()).isTrue();
        assertThat(Transcript.text(told.parts())).contains("Tool execution cancelled");
        var written = transcript.toJson().path("calls").path(0);
        assertThat(written.path("status").stringValue()).isEqualTo("cancelled");
        assertThat(transcript.pending()).isEmpty();
    }

    private News await(int what) {
        try {
            var next = news.poll(60, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            assertThat((char) next.what()).isEqualTo((char) what);
            return next;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    /** Asserts that each call, and nothing else, was cancelled by a notification. */
    private static void assertCancelled(FakeServer server) {
        var made = new ArrayList<String>();
        var cancelled = new ArrayList<String>();
        for (var message : server.received()) {
            if (message instanceof Request request && request.method().equals("tools/call")) {
                made.add(Json.write(request.id().toJson()));
            } else if (message instanceof Notification notice
                    && notice.method().equals("notifications/cancelled")
                    && notice.params() != null) {
                cancelled.add(Json.write(notice.params().path("requestId")));
            }
        }
        assertThat(made).hasSize(RUNS);
        assertThat(cancelled).isEqualTo(made);
    }
}
