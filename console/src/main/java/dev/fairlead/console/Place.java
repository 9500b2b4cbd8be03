package dev.fairlead.console;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.console.web.ConsoleFront;
import dev.fairlead.console.web.Listener;
import dev.fairlead.console.web.Ports;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Where a console is found: the same place as the last time, so that a page that is open finds it again. Its ports are
 * taken, so that nobody else gets them, and answer nothing yet.
 */
record Place(Listener console, Listener sandbox) implements AutoCloseable {
    static Place of(Keep keep, int fixed, Consumer<String> messages) throws IOException {
        var last = Ports.of(keep);
        int wish = fixed > 0 ? fixed : last.console();
        var taken = new Opened();
        boolean complete = false;
        try {
            var console = Listener.near(wish);
            taken.add("the port of the console", console::close);
            var sandbox = Listener.near(last.sandbox());
            taken.add("the port of the sandbox", sandbox::close);
            if (wish > 0 && console.port() != wish) {
                messages.accept("port %s is taken, so the console is at port %s".formatted(wish, console.port()));
            }
            // Not a port that somebody else has today: browsers may keep something of theirs for it.
            var place = new Place(console, sandbox);
            place.ports().keepIn(keep);
            complete = true;
            return place;
        } finally {
            if (!complete) {
                taken.close();
            }
        }
    }

    private Ports ports() {
        return new Ports(console.port(), sandbox.port());
    }

    String url() {
        return ConsoleFront.address(console.port());
    }

    String sandboxUrl() {
        return ports().sandboxUrl();
    }

    @Override
    public void close() {
        console.close();
        sandbox.close();
    }
}
