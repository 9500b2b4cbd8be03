package dev.fairlead.cli.completion;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code fairlead completion}: prints the script that has a shell complete what is typed. */
public final class CompletionCommand implements Command {
    static final String NAME = "completion";
    static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    private List<String> words = List.of();
    private final OutputOptions output = new OutputOptions();
    private @Nullable Form form;
    private final Surroundings surroundings;

    public CompletionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        this.form = form;
        form.usage("Usage: fairlead completion [OPTIONS] bash|zsh|fish");
        form.examples(
                "  source <(fairlead completion bash)                   # or in ~/.bashrc",
                "  fairlead completion zsh > \"${fpath[1]}/_fairlead\"    # then start zsh anew",
                "  fairlead completion fish > ~/.config/fish/completions/fairlead.fish");
        form.words("SHELL", given -> words = given, "bash, zsh or fish.");
        form.include(output);
    }

    @Override
    public Integer call() {
        if (words.size() != 1 || !SHELLS.contains(words.getFirst())) {
            throw Objects.requireNonNull(form)
                    .misused("name one shell: type 'fairlead completion bash', or zsh, or fish");
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
