package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.Origin.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AliasClaimsTest {
    private static final String TWO = """
        {"mcpServers": {
          "%s": {"command": "x", "tools": {"t": {"alias": "search"}}}
        }}
        """;

    @Test
    void whoeverDoesNotGetAnAliasIsToldWhereItIsWritten() {
        var users = Samples.read(TWO.formatted("search-engine"), Samples.HOME.resolve("fairlead.json"), Scope.USER);
        var projects = Samples.own(TWO.formatted("aaa"));

        for (var files : List.of(List.of(users, projects), List.of(projects, users))) {
            assertThat(HostConfig.of(files).problems()).singleElement().satisfies(problem -> {
                assertThat(problem.severity()).isEqualTo(Severity.WARNING);
                assertThat(problem.server()).isEqualTo("aaa");
                assertThat(problem.file()).isEqualTo(Samples.PROJECT.resolve("fairlead.json"));
                assertThat(problem.line()).isEqualTo(2);
                assertThat(problem.field()).isEqualTo("aaa.tools.t.alias");
                assertThat(problem.message()).contains("search-engine");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a__b",
                "with space",
                "",
                "ünicode",
                "x_0123456789abcdef",
                "tool_0123456789abcdef0123456789abcdef"
            })
    void anAliasThatDoesNotFitIsReportedAndHasNoEffect(String alias) {
        var file = Samples.own("""
            {"mcpServers": {"a": {"command": "x",
              "tools": {"t": {"alias": "%s"}}}}}
            """.formatted(alias));

        assertThat(Samples.server(file, "a").tools().single().get("t")).isEqualTo(ToolRules.Rule.USUAL);
        assertThat(file.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.field()).isEqualTo("mcpServers.a.tools.t.alias");
            assertThat(problem.line()).isEqualTo(2);
        });
    }

    @Test
    void onlyTheUserVouchesForATool() {
        var text = """
            {"mcpServers": {"a": {"command": "x", "tools": {"t": {"readsOnly": true}, "u": {}}}}}
            """;
        var own = Samples.read(text, Samples.HOME.resolve("fairlead.json"), Scope.USER);
        assertThat(own.problems()).isEmpty();
        assertThat(Samples.server(own, "a").readsOnly("t")).isTrue();
        assertThat(Samples.server(own, "a").readsOnly("u")).isFalse();
        assertThat(Samples.server(own, "a").readsOnly("v")).isFalse();

        var projects = Samples.own(text);
        assertThat(Samples.server(projects, "a").readsOnly("t")).isFalse();
        assertThat(Samples.texts(projects)).singleElement().asString().contains("readsOnly", "no effect");
    }
}
