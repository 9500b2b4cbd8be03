package dev.fairlead.host.recording;

import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.http.HttpWatcher;

/** Hears all that travels between a host and its servers, as it travels and with all that is secret in it. */
public interface TrafficWatch {

    /** Returns who hears the messages of a server's next connection. */
    Tap tap(String server);

    /** Returns who hears of the HTTP requests of a server's next connection. */
    default HttpWatcher http(String server) {
        return HttpWatcher.NONE;
    }

    /** Returns a transport that behaves as another one does, and is heard. */
    default Transport on(String server, Transport transport) {
        var heard = transport instanceof HttpTransport http ? http.watchedBy(http(server)) : transport;
        return TappedTransport.of(heard, tap(server));
    }
}
