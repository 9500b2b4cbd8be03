package dev.fairlead.wire;

import dev.fairlead.fuzz.Race;
import dev.fairlead.protocol.rpc.Notification;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What comes to a mailbox at the same time is read in some order, and nothing after its end. */
@Tag("thorough")
class MailboxRaceTest {

    @Test
    void nothingIsLostOrReadAfterTheEnd() {
        Race.play(
                Scene.class,
                "; offer | offer; take take",
                "; offer | finish; take take take",
                "; offer | breakOff; take take",
                "; finish | breakOff; take take",
                "; finish | end; take take",
                "; end | breakOff; take",
                "offer; take | offer; take take",
                "offer; take take | finish; take take",
                "; take | finish | breakOff; take take");
    }

    @Test
    void whoeverWaitsIsWoken() {
        for (var limit : List.of(Deadline.after(Duration.ofDays(1)), Deadline.never())) {
            Race.play(() -> read(limit, mailbox -> mailbox.finish(new Notification("last", null))));
            Race.play(() -> read(limit, mailbox -> mailbox.offer(new Notification("news", null))));
            Race.play(() -> read(limit, mailbox -> mailbox.breakOff(Breakage.CLOSED)));
        }
    }

    private static void read(Deadline limit, Consumer<Mailbox> whatComes) {
        var mailbox = new Mailbox(1, news -> Optional.empty());
        var other = new Thread(() -> whatComes.accept(mailbox));
        other.start();
        try {
            if (mailbox.take(limit).isEmpty()) {
                throw new IllegalStateException("woken for nothing");
            }
            other.join();
        } catch (InterruptedException | TimeoutException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A mailbox with room for one message. */
    public static final class Scene {
        private final Mailbox mailbox = new Mailbox(1, news -> Optional.empty());

        @Operation
        public boolean offer() {
            return mailbox.offer(new Notification("news", null));
        }

        @Operation
        public void finish() {
            mailbox.finish(new Notification("last", null));
        }

        @Operation
        public void end() {
            mailbox.end();
        }

        @Operation
        public void breakOff() {
            mailbox.breakOff(Breakage.CLOSED);
        }

        @Operation
        public String take() throws InterruptedException {
            try {
                var delivery = mailbox.take(Deadline.after(Duration.ZERO));
                if (delivery.isEmpty()) {
                    return "end";
                }
                return delivery.get().message() instanceof Notification notification ? notification.method() : "broken";
            } catch (TimeoutException silent) {
                return "nothing";
            }
        }
    }
}
