package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ToolSpec;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tool whose description a provider turned away. */
final class FaultyTool {
    private static final Pattern PLACE = Pattern.compile("\\b(?:tools|functions)(?:\\.|\\[)(\\d{1,4})\\b");
    private static final Pattern ABOUT_MESSAGES = Pattern.compile("\\b(?:messages|input|contents)(?:\\.|\\[)\\d");

    private FaultyTool() {}

    /** Returns the name of the tool; null if the error is about something else, or does not say about which one. */
    static @Nullable String in(ProviderError error, List<ToolSpec> tools) {
        String all = error.code() + " " + error.words();
        var place = PLACE.matcher(all);
        if (place.find() && Integer.parseInt(place.group(1)) < tools.size()) {
            return tools.get(Integer.parseInt(place.group(1))).name();
        }
        if (ABOUT_MESSAGES.matcher(all).find()) {
            return null;
        }
        return tools.stream()
                .map(ToolSpec::name)
                .filter(name -> isNamed(name, error.words()))
                .findFirst()
                .orElse(null);
    }

    /** A tool may have a name that is also a word, so it has to be called one, or to stand in quotes. */
    private static boolean isNamed(String tool, String words) {
        return Pattern.compile("(?:['\"`“]|\\b(?:[Ff]unction|[Tt]ool) )" + Pattern.quote(tool) + "(?![A-Za-z0-9_-])")
                .matcher(words)
                .find();
    }
}
