package dev.fairlead.bench.parts;

import dev.fairlead.client.schema.CompiledSchema;
import dev.fairlead.client.schema.SchemaCompilation;
import dev.fairlead.client.schema.Verdict;
import dev.fairlead.protocol.rpc.Json;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.JsonNode;

/** Arguments against the schema of a tool. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Validate {
    private final JsonNode schema = Json.parse(Samples.SCHEMA);
    private final JsonNode arguments = Json.parse(Samples.ARGUMENTS);
    private final CompiledSchema compiled = ((SchemaCompilation.Ready) CompiledSchema.compile(schema)).schema();

    /** Checks arguments that fit. */
    @Benchmark
    public Verdict check() {
        return compiled.check(arguments);
    }

    /** Compiles the schema. */
    @Benchmark
    public SchemaCompilation compile() {
        return CompiledSchema.compile(schema);
    }
}
