package dev.fairlead.cli.completion;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead completion}: prints the script that has a shell complete what is typed. */
@Command(
        name = CompletionCommand.NAME,
        description = "Prints a script that has bash, zsh or fish complete what is typed.",
        customSynopsis = "Usage: fairlead completion [OPTIONS] bash|zsh|fish",
        footer = {
            "  source <(fairlead completion bash)                   # or in ~/.bashrc",
            "  fairlead completion zsh > \"${fpath[1]}/_fairlead\"    # then start zsh anew",
            "  fairlead completion fish > ~/.config/fish/completions/fairlead.fish"
        })
public final class CompletionCommand implements Callable<Integer> {
    static final String NAME = "completion";
    static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Parameters(arity = "0..*", paramLabel = "SHELL", description = "bash, zsh or fish.")
    private List<String> words = List.of();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec;

    private final Surroundings surroundings;

    @SuppressWarnings("NullAway.Init") // picocli injects the specification
    public CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (words.size() != 1 || !SHELLS.contains(words.getFirst())) {
            throw new ParameterException(
                    spec.commandLine(), "name one shell: type 'fairlead completion bash', or zsh, or fish");
        }
        var script = script(words.getFirst());
        surroundings.out().print(output.json ? "{\"success\":true,\"script\":%s}\n".formatted(quoted(script)) : script);
        surroundings.out().flush();
        return ExitCode.OK.code();
    }

    private static String script(String shell) {
        try (var in = CompletionCommand.class.getResourceAsStream("fairlead." + shell)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                + '"';
    }
}
