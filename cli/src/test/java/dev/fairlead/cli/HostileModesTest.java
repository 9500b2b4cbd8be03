package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.HostileHttp;
import dev.fairlead.testkit.HostileServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server does, the command ends in time and tells in its own words what became of it. */
@Timeout(300)
@Tag("thorough")
class HostileModesTest {
    /** What these are asked is done. */
    private static final Set<String> WORDS = Set.copyOf(HostileServer.contentModes());

    private static final Set<Integer> CODES = Set.of(0, 3, 4, 5, 6, 7, 8);
    private static final Duration IN_TIME = Duration.ofSeconds(100); // what hangs, hangs for good
    private static final Pattern CONTROLS = Pattern.compile(
            "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\x{E0000}-\\x{E007F}]");
    private static final Pattern INSIDES = Pattern.compile("(?m)^\\s*at [\\w.$/]+\\(|Caused by:|"
            + "\\b(?:java|javax|jdk|sun|dev\\.fairlead|tools\\.jackson)(?:\\.[a-z]\\w*)*\\.[A-Z]\\w+");

    static Stream<Arguments> onHttp() {
        return HostileHttp.modes().stream()
                .flatMap(mode -> Stream.of(Era.values())
                        .filter(era -> era == Era.LEGACY || WORDS.contains(mode))
                        .map(era -> Arguments.of(mode, era)));
    }

    /** The others are the same by both transports, but for what stands on standard error. */
    static Stream<String> asProcesses() {
        return HostileServer.modes().stream()
                .filter(mode -> !HostileHttp.modes().contains(mode)
                        || List.of("ok", "ansi", "log-inject").contains(mode));
    }

    @ParameterizedTest
    @MethodSource("onHttp")
    void aServerOfTheNetworkMisbehaves(String mode, Era era) {
        try (var hostile = HostileHttp.mode(mode, "--era", era.name().toLowerCase(Locale.ROOT))) {
            judged(mode, List.of(hostile.url()), List.of());
            assertThat(hostile.canary()).as("what was fetched").isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("asProcesses")
    void aProcessMisbehaves(String mode) {
        judged(
                mode,
                List.of(),
                Stream.concat(Stream.of("--"), HostileServer.command(mode).stream())
                        .toList());
    }

    private static void judged(String mode, List<String> before, List<String> after) {
        boolean works = WORDS.contains(mode) || mode.equals("ok");
        var limit = List.of("--timeout", works ? "60s" : "1s");
        var listed = run(Stream.of(List.of("tools"), before, limit, after));
        var called = run(Stream.of(List.of("call"), before, List.of("echo", "text=hello"), limit, after));
        var document = run(Stream.of(List.of("call"), before, List.of("echo", "text=hello", "--json"), limit, after));

        if (works) {
            assertThat(listed.code()).as(listed.err()).isZero();
            assertThat(called.code()).as(called.err()).isZero();
        }
        assertThat(document.out()).hasLineCount(1);
        var json = Json.parse(document.out());
        assertThat(json.path("success").booleanValue(false)).isEqualTo(document.code() == 0);
        assertThat(insides(json.path("error").toString())).isEmpty();
    }

    private static Shell.Run run(Stream<List<String>> words) {
        long began = System.nanoTime();
        var run = new Shell().run(words.flatMap(List::stream).toArray(String[]::new));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(IN_TIME);
        assertThat(run.code()).as(run.out() + run.err()).isIn(CODES);
        assertThat(run.code() == 0 || !run.err().isBlank() || !run.out().isBlank())
                .as("a failure is told")
                .isTrue();
        for (var text : List.of(run.out(), run.err())) {
            assertThat(CONTROLS.matcher(text).results())
                    .as("what drives a terminal")
                    .isEmpty();
        }
        assertThat(insides(run.err())).as(run.err()).isEmpty();
        return run;
    }

    /** Finds classes and traces of stacks; the command that was typed names a class itself. */
    private static List<String> insides(String text) {
        return INSIDES.matcher(text.replace(HostileServer.class.getName(), ""))
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
