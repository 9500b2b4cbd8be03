package dev.fairlead.wire;

import dev.fairlead.fuzz.Race;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.RequestId;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.RpcError;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever comes to an exchange at the same time, it ends once, and nobody is blamed for it. */
@Tag("thorough")
class PendingExchangesRaceTest {

    @Test
    void anExchangeHasOneEnd() {
        Race.play(
                Scene.class,
                "register; answer | abandon; outcome",
                "register; answer | breakOff; outcome",
                "register; answer | close; outcome",
                "register; answer | refuse; outcome",
                "register; answer | answer; outcome",
                "register; abandon | breakOff; outcome",
                "register; abandon | refuse; outcome",
                "register; abandon answer | abandon; outcome",
                "register; breakOff | close; outcome",
                "register; answer | abandon | close; outcome");
    }

    @Test
    void whoeverComesWhileTheLineEndsDoesNotWaitInVain() {
        Race.play(
                Scene.class,
                "; register | breakOff; outcome",
                "; register | close; outcome",
                "; register abandon | breakOff; outcome");
    }

    /** One exchange, and all that can come to it. */
    public static final class Scene {
        private static final RequestId ID = RequestId.of(1);
        private static final Breakage LOST = Breakage.lost("gone", null);

        private final Queue<Violation.Kind> blamed = new ConcurrentLinkedQueue<>();
        private final PendingExchanges exchanges = new PendingExchanges(news -> Optional.empty(), new WireListener() {
            @Override
            public void tolerated(Violation violation) {
                // To be late is no fault, and whether an answer is may be told or not if it comes at that moment.
                if (violation.kind() != Violation.Kind.LATE) {
                    blamed.add(violation.kind());
                }
            }

            @Override
            public void stderr(String line) {}
        });
        private final PendingExchanges.Pending exchange =
                new PendingExchanges.Pending(new Request(ID, "ask", null), exchanges) {
                    @Override
                    void answered() {}

                    @Override
                    boolean neverSent() {
                        return false;
                    }
                };

        @Operation
        public void register() {
            exchanges.register(exchange);
        }

        @Operation
        public void answer() {
            exchanges.sort(new Response.Failure(ID, RpcError.of(1, "no")));
        }

        @Operation
        public void abandon() {
            exchanges.abandon(exchange);
        }

        @Operation
        public void refuse() {
            exchanges.refuse(ID, LOST);
        }

        @Operation
        public boolean breakOff() {
            return end(LOST);
        }

        @Operation
        public boolean close() {
            return end(Breakage.CLOSED);
        }

        private boolean end(Breakage reason) {
            boolean first = exchanges.end(reason);
            if (first) {
                exchanges.tellAll(reason);
            }
            return first;
        }

        @Operation
        public String outcome() throws InterruptedException {
            return heard() + ", " + heard() + ", " + exchanges.count() + " waiting, blamed for " + blamed;
        }

        private String heard() throws InterruptedException {
            try {
                var delivery = exchange.mailbox.take(Deadline.after(Duration.ZERO));
                if (delivery.isEmpty()) {
                    return "end";
                }
                var reason = delivery.get().breakage();
                return reason == null ? "answer" : LOST.equals(reason) ? "lost" : "closed";
            } catch (TimeoutException silent) {
                return "nothing";
            }
        }

        @Validate
        public void nobodyWaitsInVain() {
            if (exchanges.over() && exchange.mailbox.waiting()) {
                throw new IllegalStateException("the line is over, and the exchange waits");
            }
        }
    }
}
