package dev.fairlead.host.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.event.Redactor;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What a replay answers, and what it does not know. */
@Timeout(60)
class ReplayScriptTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final Traffic OPENED = new Traffic.Opened(AT, 1, "bank", "stdio");

    @TempDir
    Path folder;

    private static ObjectNode of(String person) {
        return Json.object().put("of", person);
    }

    private static Traffic asked(String method, String person) {
        return new Traffic.Sent(AT, 1, 1, new Request(RequestId.of(1), method, of(person)));
    }

    private static Traffic answered(String person) {
        return new Traffic.Received(
                AT, 1, 1, new Response.Result(RequestId.of(1), Json.object().put("balance of", person)));
    }

    private static Message answer(Recording recording, String method, String person) throws Exception {
        var heard = new LinkedBlockingQueue<Message>();
        try (var client = ReplayServer.of(recording, false).open((message, cause) -> heard.add(message))) {
            client.receive(new Request(RequestId.of(9), method, of(person)));
            var first = heard.poll(30, TimeUnit.SECONDS);
            assertThat(first).isNotNull();
            return first;
        }
    }

    private static List<List<ReplayScript.Step>> steps(String method, Traffic... traffic) {
        return ReplayScript.of("bank", new Recording(List.of(traffic), false, false))
                .find(method, of("ann"))
                .orElseThrow()
                .takes()
                .stream()
                .map(take -> take.stream().map(ReplayScript.Timed::step).toList())
                .toList();
    }

    @Test
    void nobodyGetsTheAnswerOfAnotherThoughBothWereRecordedAtATime() throws Exception {
        var file = folder.resolve("windows.ndjson");
        try (var window = Recorder.to(file, Redactor.usual());
                var another = Recorder.to(file, Redactor.usual())) {
            window.heard(OPENED);
            another.heard(OPENED);
            window.heard(asked("balance", "ann"));
            another.heard(asked("balance", "bob"));
            window.heard(answered("ann"));
            another.heard(answered("bob"));
        }
        var recording = Recording.read(file);
        for (var person : List.of("ann", "bob")) {
            assertThat(answer(recording, "balance", person))
                    .isEqualTo(
                            new Response.Result(RequestId.of(9), Json.object().put("balance of", person)));
        }
    }

    @Test
    void whatTheRecordingHasNoAnswerToIsRefused() throws Exception {
        for (var end : List.of(OPENED, new Traffic.Closed(AT, 1))) {
            var cut = new Recording(List.of(OPENED, asked("balance", "ann"), end), true, false);
            assertThat(answer(cut, "balance", "ann")).isInstanceOfSatisfying(Response.Failure.class, refused -> {
                assertThat(refused.id()).isEqualTo(RequestId.of(9));
                assertThat(refused.error().message()).contains("'bank'", "balance, but no answer to it");
            });
        }
    }

    @Test
    void whatWasToldBeforeTheAnswerWasLostIsTold() {
        var news = new Notification("notifications/message", Json.object().put("level", "info"));
        assertThat(steps("balance", OPENED, asked("balance", "ann"), new Traffic.Received(AT, 1, 1, news)))
                .containsExactly(List.of(new ReplayScript.Step.Tell(news), new ReplayScript.Step.Missing()));
    }

    @Test
    void whatHadItsEndOrWasWithdrawnOrGoesOnForEverIsLeftAsItWas() throws IOException {
        var withdrawn =
                new Notification("notifications/cancelled", Json.object().put("requestId", 1));
        assertThat(steps("balance", OPENED, asked("balance", "ann"), new Traffic.Sent(AT, 1, 0, withdrawn)))
                .containsExactly(List.of());
        assertThat(steps("subscriptions/listen", OPENED, asked("subscriptions/listen", "ann")))
                .containsExactly(List.of());
        assertThat(steps("balance", OPENED, asked("balance", "ann"), new Traffic.Ended(AT, 1, 1, "it broke")))
                .containsExactly(List.of(new ReplayScript.Step.Fail("it broke")));
    }
}
