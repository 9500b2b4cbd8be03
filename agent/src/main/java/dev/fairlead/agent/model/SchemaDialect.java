package dev.fairlead.agent.model;

/** How the parameters of tools are described to a model. */
public enum SchemaDialect {
    /** JSON Schema as it is. */
    PLAIN,
    /** What Gemini reads of JSON Schema. */
    GEMINI,
    /** What the chat and responses interfaces of OpenAI read of it. */
    OPENAI,
    /** What Anthropic's messages interface reads of it. */
    ANTHROPIC,
    /** What Ollama reads of it. */
    OLLAMA,
    /** What nearly everybody reads of it: types, properties, enumerated texts, choices; all else in words. */
    BASIC
}
