package dev.fairlead.agent.tool;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What an independent validator thinks of schemas and of values. */
final class Validation {
    private static final Schema SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

    private Validation() {}

    /** Returns what keeps a value from being a schema of the draft 2020-12. */
    static List<String> faults(JsonNode schema) {
        return SCHEMAS.validate(schema).stream().map(Error::toString).toList();
    }

    /** Returns the schema, ready to judge values; nothing if it is none or leads elsewhere. */
    static Optional<Schema> compiled(JsonNode schema) {
        try {
            var compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(SchemaLocation.of("https://schemas.example/tool"), schema);
            compiled.initializeValidators();
            return Optional.of(compiled);
        } catch (RuntimeException unusable) {
            return Optional.empty(); // The library refuses in many ways, each of them its own.
        }
    }

    /** Tells whether a value follows a schema; not if that cannot be found out. */
    static boolean follows(Schema schema, JsonNode value) {
        try {
            return schema.validate(value).isEmpty();
        } catch (RuntimeException | StackOverflowError unusable) {
            return false;
        }
    }
}
