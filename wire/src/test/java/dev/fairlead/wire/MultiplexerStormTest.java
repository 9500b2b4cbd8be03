package dev.fairlead.wire;

import static dev.fairlead.wire.Line.news;
import static dev.fairlead.wire.Line.next;
import static dev.fairlead.wire.Line.patience;
import static dev.fairlead.wire.Line.request;
import static dev.fairlead.wire.Threads.beside;
import static dev.fairlead.wire.Threads.ended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.protocol.error.ClientClosedException;
import dev.fairlead.protocol.error.ConnectionLostException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Notification;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many exchanges at once on one line, with everything going wrong that can. */
class MultiplexerStormTest {

    /** How one exchange went: what it heard, and how often it ended. */
    private record Outcome(List<Message> heard, String end) {}

    private static Outcome converse(Line line, long id, boolean abandon) throws Exception {
        var heard = new ArrayList<Message>();
        try (var exchange = line.ask(id)) {
            if (abandon) {
                exchange.abandon();
                return new Outcome(heard, "abandoned");
            }
            for (var message = exchange.next(patience()); message.isPresent(); message = exchange.next(patience())) {
                heard.add(message.get());
            }
            return new Outcome(heard, "ended");
        }
    }

    @Test
    @Tag("A-5")
    @Tag("A-46")
    void everyExchangeHearsExactlyWhatWasMeantForIt() {
        Tries.each(100, random -> {
            var line = new Line(random.nextBoolean());
            int count = random.nextInt(2, 40);
            var outcomes = new ArrayList<Threads.Beside<Outcome>>();
            var abandoned = new ArrayList<Threads.Beside<Outcome>>();
            for (long id = 0; id < count; id++) {
                long own = id;
                boolean abandon = random.nextInt(10) == 0;
                var outcome = beside(() -> converse(line, own, abandon));
                outcomes.add(outcome);
                if (abandon) {
                    abandoned.add(outcome);
                }
            }
            for (var outcome : abandoned) {
                outcome.result();
            }
            int waiting = count - abandoned.size();
            await().atMost(Threads.PATIENCE)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> line.wire.pendingCount() == waiting);
            play(line, count, random);
            for (int id = 0; id < count; id++) {
                var outcome = outcomes.get(id).result();
                if (outcome.end().equals("ended")) {
                    assertThat(idOf(outcome.heard().getLast())).isIn(RequestId.of(id), RequestId.of("" + id));
                    assertThat(outcome.heard().subList(0, outcome.heard().size() - 1))
                            .containsExactly(news("start", id), news("end", id));
                }
            }
            assertThat(line.wire.pendingCount()).isZero();
            line.close();
            for (var thread : line.threads) {
                ended(thread);
            }
        });
    }

    /** Answers everything in random order, each answer wrapped in trouble. */
    private static void play(Line line, int count, Random random) {
        var ids = new ArrayList<Long>();
        for (long id = 0; id < count; id++) {
            ids.add(id);
        }
        Collections.shuffle(ids, random);
        ids.forEach(id -> line.far.say(news("start", id)));
        Collections.shuffle(ids, random);
        for (long id : ids) {
            trouble(line, count, random);
            line.far.say(news("end", id));
            line.far.say(answer(id, random));
            if (random.nextInt(4) == 0) {
                line.far.say(answer(id, random));
                line.far.say(news("late", id));
            }
        }
    }

    private static Message answer(long id, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Response.Failure(RequestId.of(id), RpcError.of(1, "no"));
            case 1 -> new Response.Result(RequestId.of("" + id), Json.object());
            case 2 -> new Message.Malformed(RequestId.of(id), false, "broken", "{");
            default -> new Response.Result(RequestId.of(id), Json.object());
        };
    }

    private static void trouble(Line line, int count, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> line.far.answer(count + random.nextInt(100));
            case 1 -> line.far.say(new Message.Malformed(null, false, "noise", "hello"));
            case 2 -> line.far.say(new Message.Malformed(RequestId.of(random.nextInt(count)), true, "params", "{"));
            case 3 -> line.far.say(new Response.Result(RequestId.of("x" + random.nextInt()), Json.object()));
            case 4 -> line.far.say(new Notification("other", null));
            default -> line.far.say(request(random.nextInt(count)));
        }
    }

    private static RequestId idOf(Message message) {
        return switch (message) {
            case Response response -> response.id();
            case Message.Malformed bad -> bad.id();
            default -> null;
        };
    }

    @Test
    void atTheSameInstantAnswerAbandonCloseAndBreakLeaveExactlyOneOutcome() {
        Tries.each(600, random -> {
            var line = new Line(random.nextBoolean());
            var exchange = line.ask(1);
            line.far.heard();
            var start = new CyclicBarrier(5);
            var reader = beside(() -> {
                start.await();
                return outcome(exchange);
            });
            var others = List.of(
                    besides(start, () -> line.far.answer(1)),
                    besides(start, exchange::abandon),
                    besides(start, () -> line.wire.breakOff(Breakage.lost("broken off", null))),
                    besides(start, random.nextBoolean() ? line::close : line.far::hangUp));
            var outcome = reader.result();
            for (var other : others) {
                other.result();
            }
            assertThat(outcome).isIn("answered", "closed", "lost");
            assertThat(outcome(exchange)).as("asked again").isEqualTo(outcome.equals("answered") ? "ended" : outcome);
            assertThat(line.wire.pendingCount()).isZero();
            line.close();
            for (var thread : line.threads) {
                ended(thread);
            }
        });
    }

    private static Threads.Beside<String> besides(CyclicBarrier start, Runnable work) {
        return beside(() -> {
            start.await();
            work.run();
            return "done";
        });
    }

    private static String outcome(Exchange exchange) throws Exception {
        try {
            return exchange.next(patience()).isPresent() ? "answered" : "ended";
        } catch (ClientClosedException closed) {
            return "closed";
        } catch (ConnectionLostException lost) {
            return "lost";
        }
    }

    @Test
    void exchangesOpenedWhileTheLineBreaksNeverWaitInVain() {
        Tries.each(300, random -> {
            var line = new Line(random.nextBoolean());
            var start = new CyclicBarrier(9);
            var callers = new ArrayList<Threads.Beside<String>>();
            for (long id = 0; id < 8; id++) {
                long own = id;
                callers.add(beside(() -> {
                    start.await();
                    try (var exchange = line.ask(own)) {
                        next(exchange);
                        return "answered";
                    } catch (ConnectionLostException | ClientClosedException lost) {
                        return "failed";
                    }
                }));
            }
            start.await();
            switch (random.nextInt(3)) {
                case 0 -> line.far.hangUp();
                case 1 -> line.close();
                default -> line.wire.breakOff(Breakage.lost("off", null));
            }
            for (var caller : callers) {
                assertThat(caller.result()).isEqualTo("failed");
            }
            assertThat(line.wire.pendingCount()).isZero();
            line.close();
        });
    }
}
