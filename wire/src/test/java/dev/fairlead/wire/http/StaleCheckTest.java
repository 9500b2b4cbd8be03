package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.fairlead.wire.http.BareServer.Deed;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StaleCheckTest {
    private static final LocalCertificate CERTIFICATE = LocalCertificate.ofLocalhost();

    /** The kinds of sockets that a connection can have below it. */
    enum Below {
        PLAIN_CHANNEL(false, false),
        TLS_CHANNEL(true, false),
        PLAIN_SOCKET(false, true),
        TLS_SOCKET(true, true);

        private final boolean secure;
        private final boolean http2;

        Below(boolean secure, boolean http2) {
            this.secure = secure;
            this.http2 = http2;
        }

        Situation situation() throws Exception {
            var server = secure ? BareServer.secure(CERTIFICATE.server()) : BareServer.plain();
            var engine =
                    HttpEngine.builder().tls(CERTIFICATE.trust()).http2(http2).build();
            var sockets = new RecordedSockets(engine.client().socketFactory());
            var client = engine.client().newBuilder().socketFactory(sockets).build();
            return new Situation(server, engine, sockets, client, secure);
        }
    }

    /** A server, and an engine whose sockets are watched. */
    record Situation(BareServer server, HttpEngine engine, RecordedSockets sockets, OkHttpClient client, boolean secure)
            implements AutoCloseable {

        /** Sends a request until it is answered, and returns how many connections were stale. */
        int answered() throws IOException {
            for (int stale = 0; ; stale++) {
                try (var response = client.newCall(OnceBody.post(server.url())).execute()) {
                    assertThat(response.body().string()).isEqualTo("ok");
                    return stale;
                } catch (StaleConnectionException left) {
                    assertThat(stale).as("stale connections in a row").isLessThan(64);
                }
            }
        }

        /** Waits until the word that the server has left has come all the way to our socket. */
        void awaitLeft() throws Exception {
            assertThat(server.awaitDeed()).isEqualTo(Deed.ANSWER_AND_LEAVE);
            var socket = sockets.newest();
            var in = socket.getInputStream();
            if (secure && socket.getChannel() != null) {
                // The alert that announces the end, which must stay there to be found.
                await().atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> in.available() > 0);
            } else {
                in.transferTo(OutputStream.nullOutputStream());
            }
        }

        @Override
        public void close() throws IOException {
            engine.close();
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyRequestIsCarriedOutOnceByServerThatLeavesAfterEachAnswer(Below below) throws Exception {
        int count = below.secure ? 40 : 200;
        try (var situation = below.situation()) {
            int stale = 0;
            for (int i = 0; i < count; i++) {
                situation.server().will(Deed.ANSWER_AND_LEAVE);
                stale += situation.answered();
                situation.awaitLeft();
            }
            assertThat(situation.server().executions()).isEqualTo(count);
            assertThat(situation.server().connections()).isEqualTo(count);
            assertThat(stale).isEqualTo(count - 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatTheServerKeepsServesAllRequests(Below below) throws Exception {
        try (var situation = below.situation()) {
            for (int i = 0; i < 20; i++) {
                assertThat(situation.answered()).isZero();
            }
            assertThat(situation.server().connections()).isEqualTo(1);
            assertThat(situation.server().executions()).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStaleConnectionIsTriedOnlyOnceAndForgotten(Below below) throws Exception {
        try (var situation = below.situation()) {
            var client = situation.client();
            situation.server().will(Deed.ANSWER_AND_LEAVE);
            situation.answered();
            situation.awaitLeft();
            var stale = situation.sockets().newest();
            var call = client.newCall(OnceBody.post(situation.server().url()));
            assertThatThrownBy(call::execute)
                    .isInstanceOf(StaleConnectionException.class)
                    .hasMessageStartingWith("the server left the kept connection");
            assertThat(situation.server().executions()).isEqualTo(1);
            assertThat(stale.isClosed()).isTrue();
            assertThat(situation.answered()).isZero();
            assertThat(client.connectionPool().connectionCount()).isEqualTo(1);
        }
    }
}
