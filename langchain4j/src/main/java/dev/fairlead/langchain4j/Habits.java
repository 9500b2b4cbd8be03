package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.provider.Pictures;
import dev.langchain4j.model.ModelProvider;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What LangChain4j takes for the models of one provider.
 *
 * @param dialect of the schemas of tools
 * @param takes which media a person can show
 * @param picturesInResults whether the result of a tool can contain pictures; otherwise that is an error, or they are lost
 */
record Habits(SchemaDialect dialect, Predicate<String> takes, boolean picturesInResults) {

    /** Returns the habits of a provider; of one that nobody knows, those that every one has. */
    static Habits of(@Nullable ModelProvider provider) {
        // By name, as some of the names are no longer to be used.
        return switch (provider == null ? "" : provider.name()) {
            case "OPEN_AI" -> new Habits(SchemaDialect.OPENAI, Pictures::isCommonOrPdf, false);
            case "AZURE_OPEN_AI", "GITHUB_MODELS", "MISTRAL_AI" ->
                new Habits(SchemaDialect.OPENAI, Pictures::isCommon, false);
            case "ANTHROPIC", "AMAZON_BEDROCK" -> new Habits(SchemaDialect.ANTHROPIC, Pictures::isCommonOrPdf, true);
            case "OLLAMA" -> new Habits(SchemaDialect.OLLAMA, Pictures::isCommon, false);
            case "GOOGLE_AI_GEMINI" -> new Habits(SchemaDialect.BASIC, Pictures::isCommonOrPdf, true);
            default -> new Habits(SchemaDialect.BASIC, Pictures::isCommon, false);
        };
    }

    Habits speaking(SchemaDialect other) {
        return new Habits(other, takes, picturesInResults);
    }

    Habits taking(Predicate<String> media) {
        return new Habits(dialect, media, picturesInResults);
    }

    Habits withPicturesInResults(boolean taken) {
        return new Habits(dialect, takes, taken);
    }

    /** Returns what a model with these habits takes from our agent, which can show it pictures in another way. */
    ModelTraits traits() {
        return new ModelTraits(
                dialect, takes, type -> Pictures.isCommon(type) && takes.test(type), ModelTraits.USUAL_TOOLS);
    }

    /** Returns what can be part of results where nobody can show pictures in another way. */
    ModelTraits strictTraits() {
        return new ModelTraits(
                dialect, takes, type -> picturesInResults && Pictures.isCommon(type), ModelTraits.USUAL_TOOLS);
    }
}
