package dev.fairlead.examples;

import dev.fairlead.host.Host;
import dev.fairlead.testkit.DemoServer;
import java.util.Map;

/** Keeps several servers running, one of which cannot be started, and calls tools of whichever offers them. */
public final class ManyServers {
    private ManyServers() {}

    /** Runs against two demo servers and a program that does not exist. */
    public static void main(String[] args) {
        var demo = DemoServer.command();
        var program = demo.getFirst();
        var arguments = demo.subList(1, demo.size()).toArray(String[]::new);
        try (var host = Host.builder()
                .server("first", program, arguments)
                .server("second", program, arguments)
                .server("broken", "no-such-program")
                .open()) {
            var result = host.call("first__add", Map.of("a", 2, "b", 3));
            System.out.println(result.success() ? result.text() : result.error());

            System.out.println(
                    host.call("second__add", Map.of("a", 20, "b", 30)).text());

            System.out.println(host.call("broken__add", Map.of()).error());
        }
    }
}
