package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what a server is like. */
public final class TypedServer {
    @Option(
            names = "--env",
            paramLabel = "KEY=VALUE",
            description = {
                "A variable for the program. ${NAME} in it is filled in at every start,",
                "and $$ is a dollar sign. Repeat it for more."
            })
    List<String> environment = List.of();

    @Option(
            names = "--env-from",
            paramLabel = "KEY",
            description = {
                "A variable for the program that has, at every start, the value of your",
                "own variable of that name: no secret gets into the file."
            })
    List<String> passedOn = List.of();

    @Option(
            names = "--cwd",
            paramLabel = "FOLDER",
            description = "Where the program works. Usually your home, or the project's folder.")
    @Nullable
    Path directory;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "Send this header with every request; NAME=VALUE will do too.")
    List<String> headers = List.of();

    @Option(
            names = "--header-env",
            paramLabel = "NAME=VARIABLE",
            description = {
                "Send this header with the value of an environment variable, to which a",
                "word may be put: 'Authorization=Bearer TOKEN'."
            })
    List<String> headersFrom = List.of();

    @Option(
            names = "--transport",
            paramLabel = "ORDER",
            description = "Which ways to try: http-first, sse-first, http-only or sse-only.")
    @Nullable
    String strategy;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "How long a call may stay silent: 500ms, 8s, 2m.")
    @Nullable
    Duration timeout;

    @Option(
            names = "--startup-timeout",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "How long it may take to become ready.")
    @Nullable
    Duration startup;

    @Option(names = "--description", paramLabel = "TEXT", description = "What it is for.")
    @Nullable
    String description;

    /** Lists what was typed that only programs have. */
    List<String> forPrograms() {
        var typed = new ArrayList<String>();
        add(typed, "--env", !environment.isEmpty());
        add(typed, "--env-from", !passedOn.isEmpty());
        add(typed, "--cwd", directory != null);
        return typed;
    }

    /** Lists what was typed that only servers with a URL have. */
    List<String> forUrls() {
        var typed = new ArrayList<String>();
        add(typed, "--header", !headers.isEmpty());
        add(typed, "--header-env", !headersFrom.isEmpty());
        add(typed, "--transport", strategy != null);
        return typed;
    }

    private static void add(List<String> typed, String name, boolean given) {
        if (given) {
            typed.add(name);
        }
    }
}
