package dev.fairlead.client.schema;

import dev.fairlead.client.schema.SchemaCompilation.Ready;
import dev.fairlead.client.schema.SchemaCompilation.Unusable;
import dev.fairlead.client.schema.Verdict.TooCostly;
import dev.fairlead.client.schema.Verdict.Valid;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A compiled JSON Schema that judges values within a time limit and never touches the network or the disk.
 *
 * <p>Dialects: draft-04, -06, -07, 2019-09 and 2020-12, the last when {@code $schema} is absent. Instances may be used by
 * any number of threads at once; a check runs on the thread that asks for it.
 */
public final class CompiledSchema {

    /** How many problems a check reports at most. */
    public static final int MAX_PROBLEMS = 20;

    private static final Verdict VALID = new Valid();

    private final JsonNode schema;
    private final Optional<PlainSchema> plain;
    private final ReentrantLock compiling = new ReentrantLock();
    // One of them is set; of a plain schema, not before a value needs it.
    private volatile @Nullable ThoroughSchema thorough;
    private volatile @Nullable UnusableSchema unusable;

    private CompiledSchema(JsonNode schema, Optional<PlainSchema> plain, @Nullable ThoroughSchema thorough) {
        this.schema = schema;
        this.plain = plain;
        this.thorough = thorough;
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
        var plain = PlainSchema.of(schema);
        try {
            var thorough = plain.isPresent() ? null : ThoroughSchema.compile(schema);
            return new Ready(new CompiledSchema(schema, plain, thorough));
        } catch (UnusableSchema unusable) {
            return new Unusable(unusable.reason());
        }
    }

    /**
     * Judges a value. The first one that a simple schema does not obviously allow waits until the schema is compiled.
     *
     * @param value the value
     * @return the judgement, or that none was reached
     */
    public Verdict check(JsonNode value) {
        if (plain.isPresent() && plain.get().fits(value)) {
            return VALID;
        }
        try {
            return thorough().check(value);
        } catch (UnusableSchema found) {
            return new TooCostly("the schema " + found.reason());
        }
    }

    private ThoroughSchema thorough() throws UnusableSchema {
        var known = thorough;
        if (known != null) {
            return known;
        }
        compiling.lock();
        try {
            return thorough == null ? compiled() : thorough;
        } finally {
            compiling.unlock();
        }
    }

    private ThoroughSchema compiled() throws UnusableSchema {
        var failed = unusable;
        if (failed != null) {
            throw failed;
        }
        try {
            var fresh = ThoroughSchema.compile(schema);
            thorough = fresh;
            return fresh;
        } catch (UnusableSchema found) {
            unusable = found;
            throw found;
        }
    }
}
