package dev.fairlead.client.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import dev.fairlead.client.schema.SchemaCompilation.Ready;
import dev.fairlead.client.schema.SchemaCompilation.Unusable;
import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.TooCostly;
import dev.fairlead.client.schema.Verdict.Valid;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A compiled JSON Schema that judges values within a time limit and never touches the network or the disk.
 *
 * <p>Dialects: draft-04, -06, -07, 2019-09 and 2020-12, the last when {@code $schema} is absent. Instances are immutable
 * and may be used by any number of threads at once; a check runs on the thread that asks for it.
 */
public final class CompiledSchema {

    /** How many problems a check reports at most. */
    public static final int MAX_PROBLEMS = 20;

    private static final ExecutionConfig CONFIG = ExecutionConfig.builder()
            .locale(Locale.ROOT)
            .annotationCollectionEnabled(false)
            .formatAssertionsEnabled(false)
            .build();

    private static final OutputFormat<List<Error>> FOUND = (schema, context, schemaContext) -> context.getErrors();

    private final Schema schema;

    private CompiledSchema(Schema schema) {
        this.schema = schema;
    }

    /**
     * Compiles a schema; one that leads outside itself, is of an unknown dialect, too large or no schema at all comes
     * back as unusable.
     *
     * @param schema the schema, which is not changed and must not be changed afterwards
     * @return the compiled schema, or why there is none
     */
    public static SchemaCompilation compile(JsonNode schema) {
        if (!schema.isObject() && !schema.isBoolean()) {
            return new Unusable("is not a schema: a schema is an object or a boolean, this is "
                    + schema.getNodeType().name().toLowerCase(Locale.ROOT));
        }
        JsonNode declared = schema.path("$schema");
        if (declared.isMissingNode()) {
            return compile(schema, SchemaDialect.DRAFT_2020_12);
        }
        if (!declared.isString()) {
            return new Unusable("is not a schema: $schema is not a string");
        }
        return SchemaDialect.named(declared.stringValue())
                .map(dialect -> compile(schema, dialect))
                .orElseGet(
                        () -> new Unusable("is of an unknown dialect: " + ProblemText.shorten(declared.stringValue())));
    }

    private static SchemaCompilation compile(JsonNode schema, SchemaDialect dialect) {
        Schema metaSchema = dialect.metaSchema();
        try (Meter meter = Meter.start(Meter.COMPILE_TIME)) {
            Optional<String> objection = SchemaScan.objection(schema, dialect.idKeyword());
            if (objection.isPresent()) {
                return new Unusable(objection.get());
            }
            if (judge(metaSchema, schema, meter) instanceof Invalid invalid) {
                Problem first = invalid.problems().getFirst();
                return new Unusable(
                        "is not a schema: " + (first.where().isEmpty() ? "it" : first.where()) + " " + first.what());
            }
            return new Ready(new CompiledSchema(dialect.build(schema)));
        } catch (OverBudget overBudget) {
            return new Unusable("is too costly to compile: " + overBudget.why());
        } catch (StackOverflowError tooDeep) {
            return new Unusable("is too costly to compile: it needs more stack than the thread has");
        } catch (RuntimeException refused) {
            // The library refuses a schema with exceptions of many types, its own and those of the JDK.
            return new Unusable(ProblemText.reason(refused));
        }
    }

    /**
     * Judges a value.
     *
     * @param value the value
     * @return the judgement, or that none was reached
     */
    public Verdict check(JsonNode value) {
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
                .limit(MAX_PROBLEMS)
                .map(ProblemText::describe)
                .distinct()
                .toList());
    }
}
