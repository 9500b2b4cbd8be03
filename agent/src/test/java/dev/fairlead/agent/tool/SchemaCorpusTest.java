package dev.fairlead.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.tool.Projected.Fit;
import dev.fairlead.agent.tool.Projected.Unfit;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every tool that real servers list, and every trap that we know, in every dialect. */
@Tag("thorough")
final class SchemaCorpusTest {
    private static final long SEED = 20_260_731;
    private static final Map<String, ObjectNode> ALL = ToolCorpus.all();

    @Test
    void theCorpusIsLarge() {
        assertThat(ToolCorpus.real()).hasSizeGreaterThanOrEqualTo(200);
        assertThat(ToolCorpus.nasty()).hasSizeGreaterThanOrEqualTo(40);
    }

    @ParameterizedTest
    @EnumSource
    void everyRealToolIsOffered(SchemaDialect dialect) {
        var left = new ArrayList<String>();
        ToolCorpus.real().forEach((name, schema) -> {
            if (SchemaProjection.of(schema, dialect) instanceof Unfit unfit) {
                left.add(name + ": " + unfit.reason());
            }
        });
        assertThat(left).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void whatIsToldIsAValidSchemaOfTheDraft2020(SchemaDialect dialect) {
        ALL.forEach((name, schema) -> {
            if (SchemaProjection.of(schema, dialect) instanceof Fit fit) {
                assertThat(Validation.faults(fit.schema())).as(name).isEmpty();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void whatIsToldHasOnlyKeywordsOfTheDialect(SchemaDialect dialect) {
        var rules = DialectRules.of(dialect);
        ALL.forEach((name, schema) -> {
            if (SchemaProjection.of(schema, dialect) instanceof Fit fit) {
                assertThat(strangers(fit.schema(), rules, true)).as(name).isEmpty();
                assertThat(fit.schema().get("type").stringValue()).as(name).isEqualTo("object");
                assertThat(fit.schema().get("properties")).as(name).isNotNull();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsToldIsToldTheSameWayAgain(SchemaDialect dialect) {
        ALL.forEach((name, schema) -> {
            var before = Json.write(schema);
            var once = SchemaProjection.of(schema, dialect);
            assertThat(Json.write(schema)).as(name + " is not modified").isEqualTo(before);
            assertThat(SchemaProjection.of(schema, dialect)).as(name).isEqualTo(once);
            if (once instanceof Fit fit) {
                assertThat(SchemaProjection.of(fit.schema(), dialect))
                        .as(name)
                        .isEqualTo(new Fit(fit.schema(), List.of()));
                assertThat(fit.changes().isEmpty())
                        .as(name)
                        .isEqualTo(fit.schema().equals(schema));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void argumentsThatTheServerTakesCanBeSaid(SchemaDialect dialect) {
        var tried = new TreeMap<String, Integer>();
        ALL.forEach((name, schema) -> {
            // A validator writes out what it is given, all of it.
            var original = name.contains("bomb") ? Optional.<Schema>empty() : Validation.compiled(schema);
            if (original.isEmpty() || !(SchemaProjection.of(schema, dialect) instanceof Fit fit)) {
                return;
            }
            var projected = Validation.compiled(fit.schema()).orElseThrow(() -> new AssertionError(name));
            boolean narrower = fit.changes().stream().anyMatch(SchemaChange::narrower);
            for (var sample : Samples.of(schema, original.get(), 12, new Random(SEED + name.hashCode()))) {
                tried.merge(name, 1, Integer::sum);
                if (!narrower) {
                    assertThat(projected.validate(sample))
                            .as("%s, seed %d: %s against %s", name, SEED, sample, fit.schema())
                            .isEmpty();
                }
            }
        });
        assertThat(tried).as("schemas for which arguments could be made up").hasSizeGreaterThan(350);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void nearlyNoRealToolLosesAnything(SchemaDialect dialect) {
        var narrower = new LinkedHashSet<String>();
        ToolCorpus.real().forEach((name, schema) -> {
            if (SchemaProjection.of(schema, dialect) instanceof Fit fit) {
                fit.changes().stream()
                        .filter(SchemaChange::narrower)
                        .forEach(change -> narrower.add(name + " " + change));
            }
        });
        assertThat(narrower).as(String.join("\n", narrower)).hasSizeLessThan(20);
    }

    /** Returns what in a schema breaks the rules of the dialect. */
    static List<String> strangers(JsonNode schema, DialectRules rules, boolean root) {
        var found = new ArrayList<String>();
        strangers(schema, rules, root, found);
        return found;
    }

    private static void strangers(JsonNode schema, DialectRules rules, boolean root, List<String> found) {
        if (schema.isBoolean()) {
            return;
        }
        schema.propertyNames().stream().filter(keyword -> !rules.keeps(keyword)).forEach(found::add);
        var types = Schemas.types(schema);
        if (!rules.typeArrays() && schema.path("type").isArray()) {
            found.add("several types");
        }
        if (rules.anyOfAlone() && schema.has("anyOf") && schema.size() > 1) {
            found.add("something beside anyOf");
        }
        if (root && schema.has("anyOf")) {
            found.add("a choice at the root");
        }
        if (rules.stringEnums()) {
            schema.path("enum").forEach(value -> {
                if (!value.isString() || value.stringValue().isEmpty() || !types.equals(List.of("string"))) {
                    found.add("enum of " + value);
                }
            });
        }
        if (types.contains("array") && !schema.has("items") && !schema.has("prefixItems")) {
            found.add("an array without items");
        }
        Schemas.strings(schema.get("required")).stream()
                .filter(name -> !schema.path("properties").has(name))
                .forEach(name -> found.add("required without property " + name));
        for (var keyword : Set.of("properties", "patternProperties")) {
            schema.path(keyword).properties().forEach(each -> {
                if (keyword.equals("properties") && !rules.takesName(each.getKey(), root)) {
                    found.add("name " + each.getKey());
                }
                strangers(each.getValue(), rules, false, found);
            });
        }
        for (var keyword : Set.of("items", "additionalProperties", "propertyNames")) {
            if (schema.has(keyword)) {
                strangers(schema.get(keyword), rules, false, found);
            }
        }
        for (var keyword : Set.of("anyOf", "prefixItems")) {
            schema.path(keyword).forEach(each -> strangers(each, rules, false, found));
        }
    }
}
