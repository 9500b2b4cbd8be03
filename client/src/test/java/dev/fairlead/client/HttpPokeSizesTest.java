package dev.fairlead.client;

import static dev.fairlead.client.HttpTrials.CALL;
import static dev.fairlead.client.HttpTrials.connect;
import static dev.fairlead.client.HttpTrials.echo;
import static dev.fairlead.client.HttpTrials.server;
import static dev.fairlead.client.HttpTrials.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.http.EventFaults;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.ServerSentEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens when you poke it: answers that are larger than anybody wants, or never end. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpPokeSizesTest {
    private static final int USUAL = 16 << 20;
    private static final int SMALL = 1 << 16;
    // What the machine may take in on its own while the client looks elsewhere, or does not get to run.
    private static final long BUFFERED = 64 << 20;

    private final AtomicLong sent = new AtomicLong();

    /** The ways to send too much. */
    enum Excess {
        JSON_WITH_LENGTH,
        JSON_CHUNKED_ENDLESS,
        JSON_UNTIL_CLOSED_ENDLESS,
        JSON_COMPRESSED,
        EVENT,
        EVENT_ENDLESS,
        LINE_OF_NO_FIELD_ENDLESS,
        ERROR_STATUS_ENDLESS;

        Fault fault(int max, AtomicLong sent) {
            return switch (this) {
                case JSON_WITH_LENGTH ->
                    (exchange, usual) -> exchange.answer(
                            200,
                            Map.of("Content-Type", "application/json"),
                            large(exchange.request().rpcId(), max));
                case JSON_CHUNKED_ENDLESS -> chunks("200 OK", "application/json", sent);
                case ERROR_STATUS_ENDLESS -> chunks("500 Oops", "text/plain", sent);
                case LINE_OF_NO_FIELD_ENDLESS -> chunks("200 OK", "text/event-stream", sent);
                case JSON_UNTIL_CLOSED_ENDLESS -> EventFaults.endlessJson(sent);
                case JSON_COMPRESSED -> Fault.gzipBomb(4L * max);
                case EVENT ->
                    (exchange, usual) -> {
                        var stream = exchange.events(Map.of());
                        stream.send(
                                ServerSentEvent.message(large(exchange.request().rpcId(), max)));
                        stream.end();
                    };
                case EVENT_ENDLESS -> EventFaults.endlessEvent(sent);
            };
        }

        private static String large(String id, int max) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + id
                    + ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\""
                    + "x".repeat(max) + "\"}]}}";
        }

        private static Fault chunks(String status, String type, AtomicLong sent) {
            return (exchange, usual) -> {
                exchange.raw(
                        ("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                var chunk = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
                while (!exchange.gone()) {
                    exchange.raw(chunk);
                    sent.addAndGet(chunk.length);
                }
            };
        }
    }

    static Stream<Arguments> cases() {
        return Stream.of(Era.values())
                .flatMap(era -> Stream.of(Excess.values()).map(excess -> Arguments.of(era, excess)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cases")
    void anAnswerLargerThanASmallLimitFailsItsCallThereAndTheNextWorks(Era era, Excess excess) {
        check(era, excess, SMALL, "65536 bytes");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cases")
    void anAnswerLargerThanSixteenMebibytesFailsItsCallThereAndTheNextWorks(Era era, Excess excess) {
        check(era, excess, USUAL, "16 MiB");
    }

    private void check(Era era, Excess excess, int max, String words) {
        try (var front = HttpFront.serving(server(era).build());
                var client =
                        connect(max == USUAL ? to(front.url()) : to(front.url()).withMaxMessageBytes(max))) {
            client.listTools();
            front.faults().once(CALL, excess.fault(max, sent));
            var failing = assertThatThrownBy(() -> echo(client, "x")).hasMessageContainingAll("tools/call", "'S'");
            if (excess == Excess.ERROR_STATUS_ENDLESS) {
                failing.hasMessageContaining("HTTP 500");
            } else if (excess != Excess.LINE_OF_NO_FIELD_ENDLESS) {
                failing.isInstanceOf(ProtocolViolationException.class)
                        .hasMessageContaining("message larger than %s (limit maxMessageBytes)".formatted(words));
            }
            assertThat(echo(client, "next")).isEqualTo("next");
            assertThat(sent.get()).isLessThan(2L * max + BUFFERED);
        }
    }

    @EachEra
    void anAnswerJustBelowTheLimitArrivesWhole(Era era) {
        for (var form : Answers.values()) {
            try (var front = HttpFront.serving(server(era).build()).answers(form);
                    var client = connect(to(front.url()).withMaxMessageBytes(SMALL))) {
                var text = "é".repeat(SMALL / 2 - 200);
                assertThat(echo(client, text)).isEqualTo(text);
            }
        }
    }
}
