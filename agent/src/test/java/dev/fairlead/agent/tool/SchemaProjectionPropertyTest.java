package dev.fairlead.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.tool.Projected.Fit;
import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Whatever a server lists, the projection ends soon, says little, and says the same again. */
@Tag("thorough")
final class SchemaProjectionPropertyTest {
    private static final int TRIES = 1_500;
    private static final int SAMPLED = 150; // The validator is slow with them.
    private static final long FIRST_SEED = 4_711;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void anySchemaIsToldInBoundsAndTheSameAgain(SchemaDialect dialect) {
        var rules = DialectRules.of(dialect);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TRIES; seed++) {
            var random = new Random(seed);
            var schema = new RandomSchemas(random, (seed % 3) * 0.2).root();
            var before = schema.deepCopy();
            var what = "seed " + seed;

            var projected = SchemaProjection.of(schema, dialect);

            assertThat(schema).as(what).isEqualTo(before);
            if (projected instanceof Fit fit) {
                assertThat(Json.write(fit.schema()).length()).as(what).isLessThan(3 * Room.MOST_CHARACTERS);
                assertThat(SchemaCorpusTest.strangers(fit.schema(), rules, true))
                        .as(what)
                        .isEmpty();
                var again = (Fit) SchemaProjection.of(fit.schema(), dialect);
                assertThat(again.changes()).as(what).isEmpty();
                assertThat(again.schema().equals(fit.schema())).as(what).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void whatIsToldOfAnySchemaIsASchemaAndTakesWhatTheServerTakes(SchemaDialect dialect) {
        int tried = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SAMPLED; seed++) {
            var random = new Random(seed);
            var schema = new RandomSchemas(random, 0).gentle();
            if (SchemaProjection.of(schema, dialect) instanceof Fit fit) {
                var what = "seed %d: %s told as %s, %s".formatted(seed, schema, fit.schema(), fit.changes());
                assertThat(Validation.faults(fit.schema())).as(what).isEmpty();
                tried += samples(schema, fit, random, what);
            }
        }
        assertThat(tried).as("arguments that could be made up").isGreaterThan(150);
    }

    private static int samples(ObjectNode schema, Fit fit, Random random, String what) {
        var original = Validation.compiled(schema);
        if (original.isEmpty() || fit.changes().stream().anyMatch(SchemaChange::narrower)) {
            return 0;
        }
        var projected = Validation.compiled(fit.schema()).orElseThrow(() -> new AssertionError(what));
        var samples = Samples.of(schema, original.get(), 4, random);
        samples.forEach(sample -> assertThat(projected.validate(sample))
                .as("%s: %s", what, sample)
                .isEmpty());
        return samples.size();
    }

    @ParameterizedTest
    @EnumSource
    void bombsGoOffQuickly(SchemaDialect dialect) {
        var bombs = ToolCorpus.nasty().entrySet().stream()
                .filter(each -> each.getKey().contains("bomb")
                        || each.getKey().contains("hundred")
                        || each.getKey().contains("thousand"))
                .toList();
        assertThat(bombs).hasSizeGreaterThanOrEqualTo(5);
        bombs.forEach(bomb -> Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> {
                    if (SchemaProjection.of(bomb.getValue(), dialect) instanceof Fit fit) {
                        assertThat(Room.size(fit.schema(), Long.MAX_VALUE)).isLessThan(3 * Room.MOST_CHARACTERS);
                    }
                },
                bomb.getKey()));
    }

    /** Few references that stand for many schemas cost each try that fails, and there are several. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void referencesThatMultiplyAreToldInFewSchemas(SchemaDialect dialect) {
        var schema = Json.object().put("type", "object");
        var properties = schema.putObject("properties");
        for (int i = 0; i < 20; i++) {
            properties.putObject("p" + i).put("$ref", "#/$defs/d0");
        }
        var definitions = schema.putObject("$defs");
        for (int i = 0; i < 9; i++) {
            var members = definitions.putObject("d" + i).put("type", "object").putObject("properties");
            for (int k = 0; k < 2; k++) {
                members.putObject("q" + k).put("$ref", "#/$defs/d" + (i + 1));
            }
        }
        definitions.putObject("d9").put("type", "string");

        var fit = (Fit) SchemaProjection.of(schema, dialect);

        assertThat(fit.schema().findValues("type")).hasSizeBetween(21, 400);
    }

    @Test
    void aSchemaThatRefersToALargeListManyTimesIsNotWrittenOutManyTimes() {
        var schema = Json.object().put("type", "object");
        var values = schema.putObject("$defs").putObject("big").putArray("enum");
        for (int i = 0; i < 50_000; i++) {
            values.add("value number " + i);
        }
        var properties = schema.putObject("properties");
        for (int i = 0; i < 2_000; i++) {
            properties.putObject("p" + i).put("$ref", "#/$defs/big");
        }

        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(SchemaProjection.of(schema, SchemaDialect.GEMINI))
                        .isEqualTo(new Projected.Unfit(
                                "The description of its arguments has more than 120,000 characters.")));
    }

    @Test
    void aSchemaDeeperThanAnyStackIsCut() {
        var schema = Json.object().put("type", "object");
        var here = schema;
        for (int i = 0; i < 20_000; i++) {
            here = here.putObject("properties").putObject("d").put("type", "object");
        }

        for (var dialect : SchemaDialect.values()) {
            // What is told as it is can only be left out.
            assertThat(SchemaProjection.of(schema, dialect))
                    .isInstanceOf(dialect == SchemaDialect.PLAIN ? Projected.Unfit.class : Fit.class);
        }
    }
}
