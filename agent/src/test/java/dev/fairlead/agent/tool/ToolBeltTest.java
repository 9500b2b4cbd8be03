package dev.fairlead.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fairlead.agent.model.SchemaDialect;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.tool.LeftOutTool.Cause;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

final class ToolBeltTest {
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
    private static final ObjectNode OBJECT = Json.object().put("type", "object");

    @Test
    void oneBadToolLeavesTheOthersAlone() {
        var belt = belt(
                100,
                tool("s__a", "A", OBJECT),
                tool("s__b", "B", Json.object().put("type", "string")),
                tool("s__c", "C", OBJECT));

        assertThat(belt.specs()).extracting(ToolSpec::name).containsExactly("s__a", "s__c");
        assertThat(belt.leftOut())
                .extracting(left -> left.tool().name(), LeftOutTool::cause, LeftOutTool::reason)
                .containsExactly(
                        tuple("s__b", Cause.UNFIT, "Its arguments are described as string, not as an object."));
    }

    @Test
    void eachToolThatIsLeftOutHasAReason() {
        var off = new OfferedTool("s__off", "s", Tool.of("off", null, OBJECT), false, null);
        var tools = List.of(off, tool("s__a", "A", OBJECT), tool("s__b", "B", OBJECT), tool("s__no", "N", OBJECT));

        var belt =
                ToolBelt.of(tools, SchemaDialect.GEMINI, 1, tool -> !tool.name().equals("s__no"));

        assertThat(belt.held()).extracting(held -> held.tool().name()).containsExactly("s__a");
        assertThat(belt.leftOut())
                .extracting(LeftOutTool::reason)
                .containsExactly(
                        "The model can be told of 1 tools at once.",
                        "It was not chosen.",
                        "It is switched off in the configuration.");
    }

    @Test
    void theOrderDependsOnNothingButTheNames() {
        var tools = new ArrayList<OfferedTool>();
        for (int i = 0; i < 50; i++) {
            tools.add(tool("s__t" + i, "T", OBJECT));
        }
        var specs = ToolBelt.of(tools, SchemaDialect.OPENAI, 20, tool -> true).specs();
        Collections.shuffle(tools, new Random(1));

        assertThat(ToolBelt.of(tools, SchemaDialect.OPENAI, 20, tool -> true).specs())
                .isEqualTo(specs)
                .hasSize(20);
    }

    @Test
    void noServerCrowdsOutTheOthers() {
        var tools = new ArrayList<OfferedTool>();
        for (int i = 0; i < 200; i++) {
            tools.add(new OfferedTool("evil__t" + i, "evil", Tool.of("t" + i, "T", OBJECT), true, null));
        }
        for (var name : List.of("read", "write")) {
            tools.add(new OfferedTool("files__" + name, "files", Tool.of(name, "T", OBJECT), true, null));
        }

        var belt = ToolBelt.of(tools, SchemaDialect.OPENAI, 128, tool -> true);

        assertThat(belt.specs())
                .extracting(ToolSpec::name)
                .hasSize(128)
                .contains("files__read", "files__write")
                .isSorted();
        assertThat(belt.leftOut())
                .hasSize(74)
                .allMatch(left ->
                        left.cause() == Cause.TOO_MANY && left.tool().server().equals("evil"));
    }

    @Test
    void noMoreToolsAreLookedAtThanThereIsRoomFor() {
        var text = Json.object().put("type", "string");
        var tools = new ArrayList<OfferedTool>();
        for (int i = 10; i < 30; i++) {
            tools.add(tool("s__t" + i, "T", i < 13 ? text : OBJECT));
        }

        var belt = ToolBelt.of(tools, SchemaDialect.OPENAI, 5, tool -> true);

        assertThat(belt.specs()).extracting(ToolSpec::name).containsExactly("s__t13", "s__t14");
        assertThat(belt.leftOut().stream().map(LeftOutTool::cause).filter(Cause.TOO_MANY::equals))
                .hasSize(15);
    }

    @Test
    void whatIsToldOfASchemaIsRemembered() {
        var schema = (ObjectNode) Json.parse("""
            {"type":"object","properties":{"remembered":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}}
            """);

        var first = belt(9, tool("s__a", "A", schema)).held().getFirst();
        var again = belt(9, tool("s__b", "B", schema.deepCopy())).held().getFirst();

        assertThat(again.changes()).isNotEmpty().isSameAs(first.changes());
        assertThat(again.spec().parameters()).isEqualTo(first.spec().parameters());
    }

    @Test
    void namesAreLegalDifferentAndLeadBack() {
        var names = new HashSet<String>();
        for (long seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var name = new StringBuilder();
            for (int i = random.nextInt(90); i >= 0; i--) {
                name.append("aB9_-. é/\ud83d".charAt(random.nextInt(10)));
            }
            names.add(name.toString());
            names.add(ModelNames.of(name.toString()));
            names.add(name.toString().replace('.', '_'));
        }
        names.addAll(List.of("", "9", "-", "_", "x".repeat(64), "x".repeat(65), "x".repeat(66)));
        var tools = names.stream().map(name -> tool(name, "T", OBJECT)).toList();

        var belt = ToolBelt.of(tools, SchemaDialect.OLLAMA, Integer.MAX_VALUE, tool -> true);

        assertThat(belt.leftOut()).isEmpty();
        assertThat(belt.specs())
                .hasSize(names.size())
                .allMatch(spec -> LEGAL.matcher(spec.name()).matches());
        belt.specs().forEach(spec -> {
            var held = belt.find(spec.name()).orElseThrow();
            assertThat(held.spec()).isSameAs(spec);
            assertThat(ModelNames.of(held.tool().name())).isEqualTo(spec.name());
        });
    }

    @Test
    void aNameThatFitsStays() {
        assertThat(ModelNames.of("files__read_file")).isEqualTo("files__read_file");
        assertThat(ModelNames.of("9lives__cat")).matches("_9lives__cat-[0-9a-f]{16}");
        assertThat(ModelNames.of("a".repeat(70))).hasSize(64).startsWith("a".repeat(47) + "-");
    }

    @Test
    void nothingIsFoundUnderAStrangeName() {
        assertThat(belt(9, tool("s__a", "A", OBJECT)).find("default_api.s__a")).isEmpty();
    }

    @Test
    void descriptionsAreCutAndTitlesStandIn() {
        var titled = tool("s__titled", null, OBJECT);
        titled = new OfferedTool("s__titled", "s", titled.definition().withTitle("A title"), true, null);
        var belt =
                belt(9, tool("s__long", "é".repeat(2_000) + "\ud83d\ude00", OBJECT), titled, tool("s__x", " ", OBJECT));

        assertThat(belt.specs())
                .extracting(ToolSpec::description)
                .containsExactly("é".repeat(1_023) + "…", "A title", "x");
    }

    @ParameterizedTest
    @EnumSource
    void costsAreCountedForEachAndForAll(SchemaDialect dialect) {
        var everything = ToolCorpus.named("@modelcontextprotocol/server-everything").tools().stream()
                .map(tool -> new OfferedTool("e__" + tool.name(), "e", tool, true, null))
                .toList();

        var belt = ToolBelt.of(everything, dialect, 100, tool -> true);

        assertThat(belt.held()).hasSameSizeAs(everything).allMatch(held -> held.tokens() > 10 && held.tokens() < 500);
        assertThat(belt.tokens())
                .isEqualTo(belt.held().stream().mapToInt(HeldTool::tokens).sum());
    }

    private static ToolBelt belt(int most, OfferedTool... tools) {
        return ToolBelt.of(List.of(tools), SchemaDialect.OPENAI, most, tool -> true);
    }

    private static OfferedTool tool(String name, @Nullable String description, ObjectNode schema) {
        var own = name.substring(name.lastIndexOf('_') + 1);
        return new OfferedTool(name, "s", Tool.of(own, description, schema), true, null);
    }
}
