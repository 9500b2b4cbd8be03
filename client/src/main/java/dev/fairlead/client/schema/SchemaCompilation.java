package dev.fairlead.client.schema;

/** The outcome of compiling a JSON Schema. */
public sealed interface SchemaCompilation {

    /**
     * A schema that can judge values.
     *
     * @param schema the compiled schema
     */
    record Ready(CompiledSchema schema) implements SchemaCompilation {}

    /**
     * A schema that cannot be used, and must not be read as one that allows everything.
     *
     * @param reason why, in words for a person; bounded in length
     */
    record Unusable(String reason) implements SchemaCompilation {}
}
