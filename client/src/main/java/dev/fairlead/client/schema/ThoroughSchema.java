package dev.fairlead.client.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.TooCostly;
import dev.fairlead.client.schema.Verdict.Valid;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A schema that the library has compiled, and that judges values within a time limit. */
final class ThoroughSchema {
    private static final ExecutionConfig CONFIG = ExecutionConfig.builder()
            .locale(Locale.ROOT)
            .annotationCollectionEnabled(false)
            .formatAssertionsEnabled(false)
            .build();

    private static final OutputFormat<List<Error>> FOUND = (schema, context, schemaContext) -> context.getErrors();

    private final Schema schema;

    private ThoroughSchema(Schema schema) {
        this.schema = schema;
    }

    /** Compiles a schema, which is an object or a boolean. */
    static ThoroughSchema compile(JsonNode schema) throws UnusableSchema {
        JsonNode declared = schema.path("$schema");
        if (declared.isMissingNode()) {
            return compile(schema, SchemaDialect.DRAFT_2020_12);
        }
        if (!declared.isString()) {
            throw new UnusableSchema("is not a schema: $schema is not a string");
        }
        var dialect = SchemaDialect.named(declared.stringValue());
        if (dialect.isEmpty()) {
            throw new UnusableSchema("is of an unknown dialect: " + ProblemText.shorten(declared.stringValue()));
        }
        return compile(schema, dialect.get());
    }

    private static ThoroughSchema compile(JsonNode schema, SchemaDialect dialect) throws UnusableSchema {
        Schema metaSchema = dialect.metaSchema();
        try (Meter meter = Meter.start(Meter.COMPILE_TIME)) {
            Optional<String> objection = SchemaScan.objection(schema, dialect.idKeyword());
            if (objection.isPresent()) {
                throw new UnusableSchema(objection.get());
            }
            if (judge(metaSchema, schema, meter) instanceof Invalid invalid) {
                Problem first = invalid.problems().getFirst();
                throw new UnusableSchema(
                        "is not a schema: " + (first.where().isEmpty() ? "it" : first.where()) + " " + first.what());
            }
            return new ThoroughSchema(dialect.build(schema));
        } catch (OverBudget overBudget) {
            throw new UnusableSchema("is too costly to compile: " + overBudget.why());
        } catch (StackOverflowError tooDeep) {
            throw new UnusableSchema("is too costly to compile: it needs more stack than the thread has");
        } catch (RuntimeException refused) {
            // The library refuses a schema with exceptions of many types, its own and those of the JDK.
            throw new UnusableSchema(ProblemText.reason(refused));
        }
    }

    /** Judges a value. */
    Verdict check(JsonNode value) {
        try (Meter meter = Meter.start(Meter.CHECK_TIME)) {
            return judge(schema, value, meter);
        } catch (OverBudget overBudget) {
            return new TooCostly(overBudget.why());
        } catch (StackOverflowError tooDeep) {
            return new TooCostly("it needs more stack than the thread has");
        } catch (RuntimeException unforeseen) {
            // Both schema and value are a stranger's: what the library trips over must not pass for a judgement.
            return new TooCostly(
                    "it cannot be worked out: " + unforeseen.getClass().getSimpleName());
        }
    }

    private static Verdict judge(Schema schema, JsonNode value, Meter meter) {
        MeteredContext context = new MeteredContext(CONFIG, meter);
        try {
            schema.validate(context, value, FOUND);
        } catch (MeteredContext.Enough enough) {
            return invalid(context.found());
        }
        return context.found().isEmpty() ? new Valid() : invalid(context.found());
    }

    private static Verdict invalid(List<Error> errors) {
        return new Invalid(errors.stream()
                .limit(CompiledSchema.MAX_PROBLEMS)
                .map(ProblemText::describe)
                .distinct()
                .toList());
    }
}
