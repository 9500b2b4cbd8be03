package dev.fairlead.console;

import dev.fairlead.agent.provider.Keys;
import dev.fairlead.agent.provider.Providers;
import dev.fairlead.console.model.Models;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.store.Stores;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.wire.http.HttpEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Starts a console by hand, for whoever works on its page: {@code fairlead.console.page} names the folder of its files. */
public final class ConsoleByHand {
    private ConsoleByHand() {}

    public static void main(String[] arguments) throws Exception {
        var home = Path.of(System.getProperty("fairlead.console.home", "target/console-by-hand"))
                .toAbsolutePath();
        Files.createDirectories(home);
        var environment = Map.of("FAIRLEAD_HOME", home.toString());
        var page = System.getProperty("fairlead.console.page");
        var builder = Console.builder()
                .home(home)
                .userHome(home)
                .environment(environment)
                .search(ConfigSearch.of(environment, home, home, "linux"))
                .messages(System.err::println)
                .models(Models.of(new Providers(HttpEngine.shared(), Keys.ofEnvironment()), Optional.empty()))
                .builtIn("demo", DemoServer.command())
                .host(host -> host.store(Stores.memory()).tokens(Stores.memory()))
                .page(page == null ? null : Path.of(page));
        if (arguments.length > 0) {
            builder.port(Integer.parseInt(arguments[0]));
        }
        try (var console = builder.start()) {
            System.err.println(console.url());
            new CountDownLatch(1).await();
        }
    }
}
