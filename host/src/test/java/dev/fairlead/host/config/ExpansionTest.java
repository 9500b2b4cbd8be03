package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

/** Variable A is set, U is not, E is empty. */
class ExpansionTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("A", "value", "E", "", "D", "${A}$A");

    @TempDir
    private Path folder;

    private Expander expander(Dialect dialect, boolean windows) {
        var secrets =
                (SecretSource) (kind, id) -> id.equals("known") ? Optional.of(kind + "-secret") : Optional.empty();
        var config = ServerConfig.builder("srv", Endpoint.Command.of("x"))
                .origin(new Origin(folder.resolve("f"), 1, dialect, Scope.PROJECT))
                .folder(folder)
                .build();
        return new Expander(config, new Surroundings(ENVIRONMENT, folder, Path.of("/home/ann"), windows, secrets));
    }

    /** {@code =} stands for the text as it is, {@code !} for a refusal. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            useHeadersInDisplayName = true,
            value = {
                "form | FAIRLEAD | CLAUDE_CODE | GEMINI | MCPORTER | MCP_CLI | INSPECTOR | VS_CODE | WINDSURF |"
                        + " OPEN_CODE | LIBRE_CHAT",
                "${A} | value | value | value | value | value | = | = | = | = | value",
                "$A | = | = | value | = | = | = | = | = | = | =",
                "${U:-d} | d | d | d | d | d | = | = | = | = | d",
                "${E:-d} | d | d | d | d | d | = | = | = | = | d",
                "${E} | `` | `` | `` | `` | `` | = | = | = | = | ``",
                "${U} | ! | ! | ! | ! | ! | = | = | = | = | !",
                "$U | = | = | ! | = | = | = | = | = | = | =",
                "${env:A} | value | = | = | = | = | = | value | value | $value | =",
                "${env:U} | ! | = | = | = | = | = | ! | ! | ! | =",
                "$env:A | = | = | ! | value | = | = | = | = | = | =",
                "{env:A} | = | = | = | = | = | = | = | = | value | =",
                "{env:U} | = | = | = | = | = | = | = | = | ! | =",
                "%A% | = | = | = | = | = | = | = | = | = | =",
                "${userHome} | /home/ann | ! | ! | ! | ! | = | /home/ann | = | = | !",
                "${pathSeparator} | / | ! | ! | ! | ! | = | / | = | = | !",
                "${input:known} | INPUT-secret | = | = | = | = | = | INPUT-secret | = | = | =",
                "${input:unknown} | ! | = | = | = | = | = | ! | = | = | =",
                "${keychain:known} | KEYCHAIN-secret | = | = | = | = | = | = | = | = | =",
                "~/x | = | = | = | = | = | = | = | = | = | =",
                "$${A} | ${A} | $value | $value | $value | $value | = | = | = | = | $value",
                "$$A | $A | = | $value | = | = | = | = | = | = | =",
                "${A | ! | = | = | = | = | = | = | = | = | =",
                "${what:ever} | ! | = | = | = | = | = | = | = | = | =",
                "${config:x} | ! | = | = | = | = | = | ! | = | = | =",
                "${a b} | ! | = | = | = | = | = | = | = | = | =",
                "${U:-${A}} | value | value | value | value | value | = | = | = | = | value",
                "${U:-${U:-d}}} | d} | d} | d} | d} | d} | = | = | = | = | d}",
                "${env:U:-d} | d | = | = | = | = | = | ! | ! | ! | =",
                "${D} | ${A}$A | ${A}$A | ${A}$A | ${A}$A | ${A}$A | = | = | = | = | ${A}$A",
                "a${A}b${A} | avaluebvalue | avaluebvalue | avaluebvalue | avaluebvalue | avaluebvalue | = | = | = | ="
                        + " | avaluebvalue",
                "100% $ 5$ | = | = | = | = | = | = | = | = | = | =",
            })
    void everyDialectHasItsOwnForms(ArgumentsAccessor row) {
        var form = row.getString(0);
        var dialects = List.of(
                Dialect.FAIRLEAD,
                Dialect.CLAUDE_CODE,
                Dialect.GEMINI,
                Dialect.MCPORTER,
                Dialect.MCP_CLI,
                Dialect.INSPECTOR,
                Dialect.VS_CODE,
                Dialect.WINDSURF,
                Dialect.OPEN_CODE,
                Dialect.LIBRE_CHAT);
        for (int i = 0; i < dialects.size(); i++) {
            var expected = row.getString(i + 1);
            assertThat(outcome(dialects.get(i), form))
                    .as("%s in %s", form, dialects.get(i))
                    .isEqualTo(expected.equals("=") ? form : expected);
        }
    }

    private String outcome(Dialect dialect, String form) {
        try {
            return expander(dialect, false).expand("args[0]", form);
        } catch (ConfigurationException e) {
            assertThat(e.server()).isEqualTo("srv");
            assertThat(e.field()).isEqualTo("args[0]");
            return "!";
        }
    }

    @Test
    void percentSignsCountInGeminiFilesOnWindows() {
        assertThat(expander(Dialect.GEMINI, true).expand("args", "%A% %a% 5%")).isEqualTo("value value 5%");
        assertThat(expander(Dialect.FAIRLEAD, true).expand("args", "%A%")).isEqualTo("%A%");
    }

    @Test
    void gooseHasVariablesInAddressesAndHeadersOnly() {
        var expander = expander(Dialect.GOOSE, false);

        assertThat(expander.expand("url", "https://${A}/$A")).isEqualTo("https://value/value");
        assertThat(expander.expand("headers.X", "${A}")).isEqualTo("value");
        assertThat(expander.expand("env.X", "${A}")).isEqualTo("${A}");
    }

    @Test
    void placesAreThoseOfTheProject() {
        var expander = expander(Dialect.CURSOR, false);

        assertThat(expander.expand("args", "${workspaceFolder}${/}x")).isEqualTo(folder + "/x");
        assertThat(expander.expand("args", "${workspaceFolderBasename}"))
                .isEqualTo(String.valueOf(folder.getFileName()));
        assertThat(expander.secrets()).isEmpty();
    }

    @Test
    void filesGiveTheirContentWithoutTheLastLineBreak() throws IOException {
        Files.writeString(folder.resolve("key"), "from file\n");

        assertThat(expander(Dialect.FAIRLEAD, false).expand("args", "<${file:key}>"))
                .isEqualTo("<from file>");
        assertThat(expander(Dialect.WINDSURF, false).expand("args", "${file:" + folder + "/key}"))
                .isEqualTo("from file");
        assertThat(expander(Dialect.OPEN_CODE, false).expand("args", "{file:key}"))
                .isEqualTo("from file");
        assertThatThrownBy(() -> expander(Dialect.FAIRLEAD, false).expand("args", "${file:none}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no such file");
    }

    @Test
    void anUnsetVariableIsNamedWithServerAndField() {
        assertThatThrownBy(() -> expander(Dialect.FAIRLEAD, false).expand("headers.X-Key", "${U}"))
                .isInstanceOfSatisfying(ConfigurationException.class, e -> {
                    assertThat(e.server()).isEqualTo("srv");
                    assertThat(e.field()).isEqualTo("headers.X-Key");
                    assertThat(e.variable()).contains("U");
                    assertThat(e.maybeExecuted()).isFalse();
                })
                .hasMessage(
                        "Server 'srv' is not usable as configured: headers.X-Key needs 'U', which is not set; set it"
                                + " in the environment, or give it a default");
    }

    @Test
    void secretsAreRememberedAndPlainValuesAndDefaultsAreNot() {
        var expander = expander(Dialect.FAIRLEAD, false);

        expander.expand("args", "${A} ${U:-default} ${input:known}");

        assertThat(expander.secrets())
                .as("a plain word under a plain name is none")
                .containsExactly("INPUT-secret");
    }

    @Test
    void howManyBracesAreOpenMakesNoDifference() {
        var open = "${".repeat(400_000);

        // It would take hours if each looked for its end among all that follows.
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            assertThat(expander(Dialect.VS_CODE, false).expand("args", open)).isEqualTo(open);
            assertThat(expander(Dialect.VS_CODE, false).expand("args", open + "${env:A}"))
                    .isEqualTo(open + "value");
        });
    }
}
