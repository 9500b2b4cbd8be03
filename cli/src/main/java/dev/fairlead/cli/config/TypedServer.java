package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Options that say what a server is like. */
public final class TypedServer implements Words {
    List<String> environment = List.of();
    List<String> passedOn = List.of();

    @Nullable
    Path directory;

    List<String> headers = List.of();
    List<String> headersFrom = List.of();

    @Nullable
    String strategy;

    @Nullable
    Duration timeout;

    @Nullable
    Duration startup;

    @Nullable
    String description;

    @Override
    public void describe(Form form) {
        form.texts(
                "--env",
                "KEY=VALUE",
                given -> environment = given,
                "A variable for the program. ${NAME} in it is filled in at every start,",
                "and $$ is a dollar sign. Repeat it for more.");
        form.texts(
                "--env-from",
                "KEY",
                given -> passedOn = given,
                "A variable for the program that has, at every start, the value of your",
                "own variable of that name: no secret gets into the file.");
        form.path(
                "--cwd",
                "FOLDER",
                given -> directory = given,
                "Where the program works. Usually your home, or the project's folder.");
        form.texts(
                "--header",
                "'NAME: VALUE'",
                given -> headers = given,
                "Send this header with every request; NAME=VALUE will do too.");
        form.texts(
                "--header-env",
                "NAME=VARIABLE",
                given -> headersFrom = given,
                "Send this header with the value of an environment variable, to which a",
                "word may be put: 'Authorization=Bearer TOKEN'.");
        form.text(
                "--transport",
                "ORDER",
                given -> strategy = given,
                "Which ways to try: http-first, sse-first, http-only or sse-only.");
        form.time("--timeout", "TIME", given -> timeout = given, "How long a call may stay silent: 500ms, 8s, 2m.");
        form.time("--startup-timeout", "TIME", given -> startup = given, "How long it may take to become ready.");
        form.text("--description", "TEXT", given -> description = given, "What it is for.");
    }

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
