package dev.fairlead.agent.model;

/**
 * Which model is meant, written {@code provider/name}.
 *
 * @param provider who runs it, in small letters: {@code gemini}, {@code openai}, …
 * @param name as the provider calls it; may contain slashes
 */
public record ModelName(String provider, String name) {

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException if the text has no provider or no name
     */
    public static ModelName of(String text) {
        int slash = text.indexOf('/');
        if (slash < 1 || slash == text.length() - 1) {
            throw new IllegalArgumentException(
                    "'%s' names no model; write provider/name, such as gemini/gemini-2.5-pro".formatted(text));
        }
        return new ModelName(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public String toString() {
        return provider + "/" + name;
    }
}
