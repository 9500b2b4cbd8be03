package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.protocol.error.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows what to do about servers that cannot be used. */
public final class Remedies {
    private final List<Path> files;
    private final Duration patience;

    /**
     * Prepares them.
     *
     * @param files those that were typed
     * @param patience how long was waited
     */
    Remedies(List<Path> files, Duration patience) {
        this.files = files;
        this.patience = patience;
    }

    /** Returns what to do about a server; null where nothing has to be done. */
    @Nullable
    String of(ServerStatus server) {
        var place = ConfiguredServers.place(server.origin());
        return switch (server.state()) {
            case "needs-approval" ->
                "look at it with %s".formatted(ShellWord.command(ConfiguredServers.approving(server.name(), files)));
            case "needs-login" -> "run %s".formatted(typed("login", server));
            case "connecting" ->
                "it did not become ready within %s; give it longer with --timeout, or run %s"
                        .formatted(Durations.words(patience), typed("doctor", server));
            case "waiting", "failed" -> "run %s, or correct %s".formatted(typed("doctor", server), place);
            default -> null;
        };
    }

    private String typed(String verb, ServerStatus server) {
        return ShellWord.command(
                "fairlead %s %s%s".formatted(verb, ShellWord.of(server.name()), ConfigOptions.again(files)));
    }
}
