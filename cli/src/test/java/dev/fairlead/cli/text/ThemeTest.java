package dev.fairlead.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ThemeTest {

    @ParameterizedTest
    @CsvSource({
        "AUTO, true, TERM=xterm, true",
        "AUTO, true, '', true",
        "AUTO, false, TERM=xterm, false",
        "AUTO, true, TERM=dumb, false",
        "AUTO, true, TERM=xterm NO_COLOR=1, false",
        "AUTO, true, TERM=xterm NO_COLOR=, true",
        "AUTO, true, TERM=xterm CLICOLOR=0, false",
        "AUTO, false, CLICOLOR_FORCE=1, true",
        "AUTO, false, CLICOLOR_FORCE=0, false",
        "AUTO, true, CLICOLOR_FORCE=0, true",
        "AUTO, false, FORCE_COLOR=1, true",
        "AUTO, false, FORCE_COLOR=3, true",
        "AUTO, true, FORCE_COLOR=0, false",
        "AUTO, true, FORCE_COLOR=false, false",
        "AUTO, true, FORCE_COLOR=1 TERM=dumb, true",
        "AUTO, true, FORCE_COLOR=1 NO_COLOR=1, false",
        "ALWAYS, false, NO_COLOR=1 TERM=dumb, true",
        "NEVER, true, FORCE_COLOR=1 CLICOLOR_FORCE=1, false"
    })
    void coloursAreDecidedByChoiceThenVariablesThenTerminal(
            ColourChoice choice, boolean terminal, String variables, boolean colour) {
        assertThat(Theme.of(choice, terminal, environment(variables), true).colour())
                .isEqualTo(colour);
    }

    @ParameterizedTest
    @CsvSource({
        "true, TERM_PROGRAM=WezTerm, true",
        "true, TERM_PROGRAM=iTerm.app, true",
        "true, KITTY_WINDOW_ID=1, true",
        "true, VTE_VERSION=7200, true",
        "true, VTE_VERSION=4601, false",
        "true, VTE_VERSION=x, false",
        "true, VTE_VERSION=99999999999, false",
        "true, TERM=xterm, false",
        "true, TERM_PROGRAM=WezTerm TMUX=/tmp/x, false",
        "true, TERM_PROGRAM=WezTerm TERM=screen-256color, false",
        "true, TERM_PROGRAM=WezTerm NO_COLOR=1, false",
        "false, TERM_PROGRAM=WezTerm FORCE_COLOR=1, false"
    })
    void linksAreForTerminalsKnownToHaveThem(boolean terminal, String variables, boolean hyperlinks) {
        assertThat(Theme.of(ColourChoice.AUTO, terminal, environment(variables), true)
                        .hyperlinks())
                .isEqualTo(hyperlinks);
    }

    @Test
    void signsAreThoseThatCanBeDrawn() {
        assertThat(new Theme(false, false, true).ellipsis()).isEqualTo("…");
        assertThat(new Theme(false, false, false).ellipsis()).isEqualTo("...");
        assertThat(Glyphs.ASCII.toString().chars()).allMatch(c -> c < 0x7F);
    }

    static Map<String, String> environment(String variables) {
        var environment = new HashMap<String, String>();
        for (var variable : variables.isEmpty() ? new String[0] : variables.split(" ")) {
            int equals = variable.indexOf('=');
            environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        return environment;
    }
}
