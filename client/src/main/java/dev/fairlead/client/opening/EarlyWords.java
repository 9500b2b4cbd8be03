package dev.fairlead.client.opening;

import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.Request;
import dev.fairlead.protocol.rpc.Response;
import dev.fairlead.protocol.rpc.Weight;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Room;
import dev.fairlead.wire.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** What a server says without being asked while its line is being opened. */
public final class EarlyWords {
    private static final int MOST = 1000;
    private static final Room ROOM = Room.forAtMost(MOST);

    private final PeerTerms terms;
    private final List<Message> kept = new ArrayList<>();
    private long bytes; // of them

    /** Has heard nothing yet. */
    public EarlyWords(PeerTerms terms) {
        this.terms = terms;
    }

    /** Answers pings, which may come at any time, and keeps what else the server says before the session has begun. */
    public void attend(Wire wire) throws InterruptedException {
        try (var unasked = wire.unsolicited()) {
            // Bounded, as there may always be more.
            for (int heard = 0; heard < MOST; heard++) {
                var message = unasked.next(Deadline.after(Duration.ZERO)).orElse(null);
                if (message == null) {
                    return;
                }
                if (message instanceof Request ping && ping.method().equals("ping")) {
                    wire.post(new Response.Result(ping.id(), Json.object()));
                } else {
                    keep(message);
                }
            }
        } catch (TimeoutException nothingMore) {
            return;
        } catch (McpException gone) {
            return; // The exchange that is waited for says it better.
        }
    }

    private void keep(Message message) {
        long weight = Weight.of(message);
        if (ROOM.fits(weight, kept.size(), bytes)) {
            kept.add(message);
            bytes += weight;
        } else {
            terms.diary().badShape("too much news before the session has begun");
        }
    }

    /** Returns what was said. */
    public List<Message> kept() {
        return List.copyOf(kept);
    }

    /** Begins anew, for another line. */
    public void forget() {
        kept.clear();
        bytes = 0;
    }
}
