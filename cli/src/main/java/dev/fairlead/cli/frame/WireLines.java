package dev.fairlead.cli.frame;

import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.recording.Tap;
import dev.fairlead.host.recording.TappedTransport;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Message;
import dev.fairlead.protocol.rpc.MessageCodec;
import dev.fairlead.wire.Transport;
import java.nio.charset.StandardCharsets;

/** Tells every message to and from a server, without what stands under the name of a secret. */
final class WireLines implements Tap {
    private static final int LONGEST = 4_000;

    private final Redactor redactor = Redactor.usual();
    private final Narrator narrator;

    private WireLines(Narrator narrator) {
        this.narrator = narrator;
    }

    /** Returns a transport that behaves as another one does, and of which everything is told. */
    static Transport of(Transport transport, Narrator narrator) {
        return TappedTransport.of(transport, new WireLines(narrator));
    }

    @Override
    public void heard(Traffic traffic) {
        switch (traffic) {
            case Traffic.Sent sent -> narrator.tell("sent", words(sent.message()));
            case Traffic.Received received -> narrator.tell("received", words(received.message()));
            case Traffic.Ended ended -> narrator.tell("ended", ended.how());
            case Traffic.Opened opened -> narrator.tell("wire", "opened by " + opened.kind());
            case Traffic.Closed closed -> narrator.tell("wire", "closed");
        }
    }

    private String words(Message message) {
        if (message instanceof Message.Malformed bad) {
            return "%s: %s".formatted(bad.problem(), bad.excerpt());
        }
        var whole = Json.parse(new String(MessageCodec.encode(message), StandardCharsets.UTF_8));
        var text = Json.write(redactor.json(whole));
        return text.length() <= LONGEST
                ? text
                : "%s… and %d more characters".formatted(text.substring(0, LONGEST), text.length() - LONGEST);
    }
}
