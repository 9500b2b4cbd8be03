package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Printer;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.client.McpClient;
import dev.fairlead.protocol.CompletionReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The work of {@code fairlead complete}. */
final class Completing {
    private final List<String> words;
    private final Visit visit;
    private List<String> wish = List.of();

    Completing(List<String> words, Visit visit) {
        this.words = words;
        this.visit = visit;
    }

    ExitCode run() {
        return visit.make(Attempt.begin(), this::target, this::complete);
    }

    private Target target(Targets targets) {
        var target = targets.first(words, CompleteCommand.NAME, " PROMPT KEY=BEGINNING");
        wish = target.words();
        if (wish.size() < 2) {
            throw new UsageException("type the prompt or template, and KEY=BEGINNING, such as "
                    + ShellWord.command("fairlead complete %s greeting name=A".formatted(target.typed())));
        }
        wish.subList(1, wish.size()).forEach(Completing::pair);
        return target;
    }

    private static Map.Entry<String, String> pair(String word) {
        int sign = word.indexOf('=');
        if (sign < 1) {
            throw new UsageException("'%s' is not KEY=TEXT".formatted(word));
        }
        return Map.entry(word.substring(0, sign), word.substring(sign + 1));
    }

    private ExitCode complete(McpClient client, Attempt attempt, Printer printer) {
        var name = wish.getFirst();
        // A prompt may be called anything, so only what looks like an address is taken for one.
        var reference = name.contains("://") || name.contains("{")
                ? CompletionReference.resource(name)
                : CompletionReference.prompt(name);
        var earlier = new LinkedHashMap<String, String>();
        wish.subList(1, wish.size() - 1).stream()
                .map(Completing::pair)
                .forEach(pair -> earlier.put(pair.getKey(), pair.getValue()));
        var asked = pair(wish.getLast());
        var completion = client.complete(reference, asked.getKey(), asked.getValue(), earlier);
        printer.print(attempt, new Suggested(completion));
        return ExitCode.OK;
    }
}
