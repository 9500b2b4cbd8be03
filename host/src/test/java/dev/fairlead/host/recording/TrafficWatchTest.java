package dev.fairlead.host.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.Host;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.wire.http.HttpWatcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever watches a host hears every message and every HTTP request of every server. */
@Timeout(60)
class TrafficWatchTest {
    private final List<Traffic> messages = new CopyOnWriteArrayList<>();
    private final List<HttpWatcher.Heard> requests = new CopyOnWriteArrayList<>();
    private final List<Thread> senders = new CopyOnWriteArrayList<>();

    private final TrafficWatch watch = new TrafficWatch() {
        @Override
        public Tap tap(String server) {
            return traffic -> {
                messages.add(traffic);
                if (traffic instanceof Traffic.Sent sent
                        && sent.message() instanceof Request request
                        && request.method().equals("tools/call")) {
                    senders.add(Thread.currentThread());
                }
            };
        }

        @Override
        public HttpWatcher http(String server) {
            return requests::add;
        }
    };

    @Test
    void messagesAndHttpRequestsAreHeardAndNothingChanges() throws Exception {
        try (var front = HttpFront.serving(DemoServer.script().build(), 0);
                var host = Host.builder().url("web", front.url()).watch(watch).open()) {
            assertThat(host.settled(Duration.ofSeconds(30))).isTrue();

            var result = host.call("web__add", Json.object().put("a", 1).put("b", 2));

            assertThat(result.text()).isEqualTo("3");
            assertThat(senders)
                    .as("a call is sent on the thread that makes it")
                    .containsExactly(Thread.currentThread());
            assertThat(messages).anyMatch(Traffic.Received.class::isInstance);
            assertThat(requests).anySatisfy(heard -> {
                assertThat(heard.method()).isEqualTo("POST");
                assertThat(heard.status()).isEqualTo(200);
                assertThat(heard.url()).isEqualTo(front.url());
                assertThat(heard.body()).isNotNull();
                assertThat(heard.took()).isPositive();
                assertThat(heard.answer()).anyMatch(header -> header.getKey().equalsIgnoreCase("content-type"));
            });
            assertThat(requests.getFirst().toString()).doesNotContain("127.0.0.1");
        }
    }

    @Test
    void aServerThatCannotBeReachedIsHeardOfToo() throws Exception {
        String gone;
        try (var front = HttpFront.serving(DemoServer.script().build(), 0)) {
            gone = front.url();
        }
        try (var host = Host.builder().url("web", gone).watch(watch).open()) {
            boolean ignored = host.settled(Duration.ofSeconds(30));

            assertThat(requests).anySatisfy(heard -> {
                assertThat(heard.status()).isZero();
                assertThat(heard.trouble()).isNotEmpty();
            });
        }
    }
}
