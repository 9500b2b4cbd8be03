package dev.fairlead.agent.demo;

import dev.fairlead.agent.model.ToolSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Guesses which tool a sentence means. */
final class Wit {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+|\\+");
    private static final Pattern WORD_PARTS = Pattern.compile("[_\\-.\\s]+|(?<=\\p{Ll})(?=\\p{Lu})");
    private static final Map<String, String> MEANING = Map.of("+", "add", "plus", "add", "sum", "add");
    private static final int LONG_ENOUGH = 4; // for a word to be known by its beginning

    private final List<ToolSpec> tools;

    Wit(List<ToolSpec> tools) {
        this.tools = tools;
    }

    /** Which tool is meant, and what is known of its arguments. */
    record Guess(ToolSpec tool, ObjectNode arguments, List<String> missing) {}

    boolean asksForTools(String question) {
        var words = words(question);
        return words.contains("tools")
                && (words.contains("what") || words.contains("which") || words.contains("list") || words.size() <= 2);
    }

    String tools() {
        return tools.isEmpty()
                ? "I have no tools; connect a server first."
                : tools.stream()
                        .map(tool -> "- %s: %s"
                                .formatted(
                                        tool.name(),
                                        tool.description().lines().findFirst().orElse("")))
                        .collect(Collectors.joining("\n", "I have these tools:\n", ""));
    }

    @Nullable
    Guess guess(String question) {
        ToolSpec best = null;
        int most = 0;
        for (var tool : tools) {
            int score = score(tool, words(question));
            if (score > most) {
                best = tool;
                most = score;
            }
        }
        return best == null ? null : new Filling(best, question, ownWords(best.name())).guess();
    }

    /** Counts the words of a sentence that are in the name of a tool; those in its description only settle a draw. */
    private static int score(ToolSpec tool, List<String> words) {
        var name = ownWords(tool.name());
        var rest = words(tool.description());
        int named = 0;
        int described = 0;
        for (var word : words) {
            var meant = MEANING.getOrDefault(word, word);
            if (name.stream().anyMatch(part -> alike(part, word) || alike(part, meant))) {
                named++;
            } else if (word.length() >= LONG_ENOUGH && rest.contains(word)) {
                described++;
            }
        }
        return named == 0 ? 0 : 100 * named - 10 * Math.max(0, name.size() - named) + Math.min(described, 9);
    }

    /** Returns the words of a tool's own name, without that of its server. */
    private static List<String> ownWords(String name) {
        int server = name.indexOf("__");
        return Arrays.stream(WORD_PARTS.split(server < 0 ? name : name.substring(server + 2)))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static boolean alike(String part, String word) {
        return part.equals(word)
                || (part.length() >= LONG_ENOUGH && word.startsWith(part))
                || (word.length() >= LONG_ENOUGH && part.startsWith(word));
    }

    private static List<String> words(String text) {
        return WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(found -> found.group())
                .toList();
    }
}
