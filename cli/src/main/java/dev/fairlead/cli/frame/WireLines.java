package dev.fairlead.cli.frame;

import dev.fairlead.host.recording.Tap;
import dev.fairlead.host.recording.TappedTransport;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.wire.Transport;
import java.nio.charset.StandardCharsets;

/** Tells every message to and from a server, without what nobody else should read. */
final class WireLines implements Tap {
    private static final int LONGEST = 4_000;

    private final Narrator narrator;
    private final Discretion discretion;
    private final String who;

    private WireLines(Narrator narrator, Discretion discretion, String who) {
        this.narrator = narrator;
        this.discretion = discretion;
        this.who = who;
    }

    /**
     * Returns a transport that behaves as another one does, and of which everything is told.
     *
     * @param who stands before all of it, where others are told of too
     */
    static Transport of(Transport transport, Narrator narrator, Discretion discretion, String who) {
        return TappedTransport.of(transport, new WireLines(narrator, discretion, who));
    }

    @Override
    public void heard(Traffic traffic) {
        switch (traffic) {
            case Traffic.Sent sent -> narrator.tellSafe(who + "sent", words(sent.message()));
            case Traffic.Received received -> narrator.tellSafe(who + "received", words(received.message()));
            case Traffic.Ended ended -> narrator.tellSafe(who + "ended", discretion.text(ended.how()));
            case Traffic.Opened opened -> narrator.tell(who + "wire", "opened by " + opened.kind());
            case Traffic.Closed closed -> narrator.tell(who + "wire", "closed");
        }
    }

    private String words(Message message) {
        if (message instanceof Message.Malformed bad) {
            return discretion.text("%s: %s".formatted(bad.problem(), bad.excerpt()));
        }
        var whole = Json.parseOwn(new String(MessageCodec.encode(message), StandardCharsets.UTF_8));
        var text = Json.write(discretion.json(whole));
        return text.length() <= LONGEST
                ? text
                : "%s… and %s more characters".formatted(text.substring(0, LONGEST), text.length() - LONGEST);
    }
}
