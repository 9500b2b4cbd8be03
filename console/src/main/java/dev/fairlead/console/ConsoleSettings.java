package dev.fairlead.console;

import dev.fairlead.console.model.Models;
import dev.fairlead.console.policy.Program;
import dev.fairlead.host.HostBuilder;
import dev.fairlead.host.config.ConfigSearch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a console is started with. */
record ConsoleSettings(
        Path home,
        Path userHome,
        ConfigSearch search,
        Map<String, String> environment,
        int port,
        Consumer<String> messages,
        Models models,
        Consumer<HostBuilder> host,
        Map<String, List<String>> builtIn,
        Program program,
        @Nullable Path page) {}
