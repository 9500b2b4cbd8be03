package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class CommandLineTest {

    @Test
    void splitsAsAShellWouldAndExpandsNothing() {
        assertThat(CommandLine.split(
                        "  npx -y  'a b' \"c \\\"d\\\" $HOME \\x\" e\\ f '' g'h'\"i\" `id` $(id) ~ * ", false))
                .containsExactly("npx", "-y", "a b", "c \"d\" $HOME \\x", "e f", "", "ghi", "`id`", "$(id)", "~", "*");
        assertThat(CommandLine.split("a\tb\nc \\\nd", false)).containsExactly("a", "b", "c", "d");
        assertThat(CommandLine.split(" ", false)).isEmpty();
    }

    @Test
    void leavesBackslashesOfPathsOnWindows() {
        assertThat(CommandLine.split("C:\\tools\\x.exe \"a b\\c\"", true))
                .containsExactly("C:\\tools\\x.exe", "a b\\c");
    }

    @Test
    void refusesAnOpenQuotationMark() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandLine.split("run 'secret", false))
                .withMessage("a quotation mark is not closed");
    }
}
