package dev.fairlead.agent.demo;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Part;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Repeats what tools answered. */
final class Hearsay {
    // Where a result is marked as what it is, what it says stands between marks that it cannot contain.
    private static final Pattern MARKED = Pattern.compile("<<<(\\w+)\n(.*)\n\\1>>>", Pattern.DOTALL);

    private final List<CallResult> results;

    Hearsay(List<CallResult> results) {
        this.results = results;
    }

    String words() {
        return results.stream().map(Hearsay::words).collect(Collectors.joining("\n"));
    }

    private static String words(CallResult result) {
        var text = result.parts().stream()
                .map(part -> part instanceof Part.Text(var words, var keepsake) ? words : "(something that is no text)")
                .collect(Collectors.joining("\n"))
                .strip();
        var marked = MARKED.matcher(text);
        var said = marked.find() ? marked.group(2).strip() : text;
        var verb = result.failed() ? "failed" : "answered";
        return "%s %s: %s".formatted(result.name(), verb, said.isEmpty() ? "nothing" : said);
    }
}
