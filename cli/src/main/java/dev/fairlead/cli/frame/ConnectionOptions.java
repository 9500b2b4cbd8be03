package dev.fairlead.cli.frame;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Options of every verb that talks to a server. */
public final class ConnectionOptions implements Words {
    public static final String NO_LOGIN = "--no-login";

    private static final String TIMEOUT = "--timeout";
    private static final String PROTOCOL = "--protocol";

    /** Whether it was typed that nobody logs in; an option of those verbs alone that may have somebody do so. */
    public boolean neverLogIn;

    /** What was typed to answer questions of the server, and the folders it may know of; for verbs that may be asked. */
    List<String> answers = List.of();

    List<Path> roots = List.of();

    /** Where what is said is recorded; an option of those verbs alone that make a visit. */
    public @Nullable Path recording;

    @Nullable
    Duration timeout;

    @Nullable
    String protocol;

    final ConfigOptions config = new ConfigOptions();
    final RemoteOptions remote = new RemoteOptions();
    public final LoginOptions login = new LoginOptions();

    @Override
    public void describe(Form form) {
        form.time(
                TIMEOUT,
                "TIME",
                given -> timeout = given,
                "How long connecting may take, and again the call.",
                "500ms, 8s, 2m; a plain number is seconds.");
        form.text(
                PROTOCOL,
                "VERSION",
                given -> protocol = given,
                "Speak this revision of MCP, such as 2025-06-18, or fail.");
        form.include(config);
        form.group("Options for servers with a URL:", remote);
        form.group("Options for servers that demand a login (OAuth):", login);
    }

    /** Returns what says which files name servers. */
    public ConfigOptions configFiles() {
        return config;
    }

    /** Returns what is needed to visit a server that these files name, and nothing else. */
    public static ConnectionOptions forServersOf(List<Path> files) {
        var options = new ConnectionOptions();
        options.config.take(files);
        return options;
    }

    /** Takes the files that were typed elsewhere. */
    public void take(ConfigOptions other) {
        config.take(other.files());
    }

    /** Refuses what was typed that is of no use to a verb that logs nobody in, and speaks with no server. */
    public void refuseConversations(String verb) {
        var typed = Stream.concat(forConversations().stream(), login.forLogins().stream())
                .toList();
        if (!typed.isEmpty()) {
            throw new UsageException("%s is of no use to 'fairlead %s', which does not speak with the server; drop it"
                    .formatted(typed.getFirst(), verb));
        }
    }

    /** Lists what was typed that says how to speak with a server. */
    List<String> forConversations() {
        return Stream.of(
                        timeout == null ? "" : TIMEOUT,
                        protocol == null ? "" : PROTOCOL,
                        remote.transport == null ? "" : RemoteOptions.TRANSPORT)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Lists what was typed that only servers with a URL need. */
    List<String> forUrls() {
        return Stream.of(remote.typed(), neverLogIn ? List.of(NO_LOGIN) : List.<String>of(), login.typed())
                .flatMap(List::stream)
                .toList();
    }
}
