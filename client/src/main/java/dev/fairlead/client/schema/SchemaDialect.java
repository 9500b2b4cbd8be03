package dev.fairlead.client.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A dialect of JSON Schema that is understood, with its keywords made safe. */
final class SchemaDialect {

    /** The dialect of schemas that name none. */
    static final SchemaDialect DRAFT_2020_12 =
            new SchemaDialect("json-schema.org/draft/2020-12/schema", "$id", Dialects.getDraft202012());

    private static final List<SchemaDialect> ALL = List.of(
            new SchemaDialect("json-schema.org/draft-04/schema", "id", Dialects.getDraft4()),
            new SchemaDialect("json-schema.org/draft-06/schema", "$id", Dialects.getDraft6()),
            new SchemaDialect("json-schema.org/draft-07/schema", "$id", Dialects.getDraft7()),
            new SchemaDialect("json-schema.org/draft/2019-09/schema", "$id", Dialects.getDraft201909()),
            DRAFT_2020_12);

    private static final BasicDialectRegistry RULES =
            new BasicDialectRegistry(ALL.stream().map(dialect -> dialect.rules).toList());

    private static final SchemaRegistryConfig CONFIG = SchemaRegistryConfig.builder()
            .regularExpressionFactory(new MeteredExpressions())
            .formatAssertionsEnabled(false)
            .locale(Locale.ROOT)
            .preloadSchema(false)
            .build();

    private final String address;
    private final String idKeyword;
    private final Dialect rules;
    private final AtomicReference<@Nullable Schema> metaSchema = new AtomicReference<>();

    private SchemaDialect(String address, String idKeyword, Dialect blueprint) {
        this.address = address;
        this.idKeyword = idKeyword;
        this.rules = SafeKeywords.of(blueprint);
    }

    /** Finds the dialect that a {@code $schema} names. */
    static Optional<SchemaDialect> named(String uri) {
        String bare = uri.replaceFirst("^https?://", "").replaceFirst("#$", "");
        return ALL.stream()
                .filter(dialect -> dialect.address.equals(bare) && uri.startsWith("http"))
                .findFirst();
    }

    /** The keyword by which a schema of this dialect names itself. */
    String idKeyword() {
        return idKeyword;
    }

    /** Builds the keywords of a schema, every reference resolved. */
    Schema build(JsonNode schema) {
        // A registry of its own for each schema, so that no schema can leave anything behind for another.
        Schema built = registry().getSchema(SchemaLocation.DOCUMENT, schema);
        built.initializeValidators();
        return built;
    }

    /** The schema that schemas of this dialect must satisfy. */
    Schema metaSchema() {
        Schema known = metaSchema.get();
        if (known == null) {
            known = registry().getSchema(SchemaLocation.of(rules.getId()));
            known.initializeValidators();
            metaSchema.set(known);
        }
        return known;
    }

    private SchemaRegistry registry() {
        return SchemaRegistry.builder()
                .defaultDialectId(rules.getId())
                .dialectRegistry(RULES)
                .nodeReader(new TreeNodes())
                .schemaLoader(new BuiltInSchemas())
                .schemaRegistryConfig(CONFIG)
                .build();
    }
}
