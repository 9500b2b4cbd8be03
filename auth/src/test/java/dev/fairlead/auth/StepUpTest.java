package dev.fairlead.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.auth.Machine.Way;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.InsufficientScopeException;
import dev.fairlead.testkit.Verifies;
import dev.fairlead.testkit.auth.Lie;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often more is asked for: without end where it helps, a few times where it does not. */
final class StepUpTest {
    private static final int MANY = 6;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Verifies({"F-37", "F-38"})
    void whereItHelpsMoreIsAskedForAsOftenAsItIsNeeded(boolean renewedBetween) {
        try (var stage = Stage.of(Era.MODERN);
                var client = stage.connect(stage.settings().build())) {
            for (int i = 1; i <= MANY; i++) {
                stage.mcp().requires("tools/call", "mcp:" + i);
                assertThat(Stage.echo(client)).isEqualTo("nothing");
                if (renewedBetween) {
                    stage.mcp().expireAll();
                }
            }
            assertThat(stage.logins).hasValue(1 + MANY);
        }
    }

    @Test
    @Verifies({"F-38", "F-39"})
    void aProgramThatItHelpsAsksForMoreAsOftenAsItIsNeeded() {
        try (var machine = new Machine(Way.SECRET_IN_HEADER, Era.MODERN);
                var client = machine.connect(machine.settings().build())) {
            for (int i = 1; i <= MANY; i++) {
                machine.stage.mcp().requires("tools/call", "mcp:" + i);
                assertThat(Stage.echo(client)).isEqualTo("nothing");
            }
            assertThat(machine.requests()).isEqualTo(1 + MANY);
        }
    }

    @Test
    @Verifies("F-38")
    void whatHelpedOnOneMachineCountsOnTheOneThatFinishesTheLogin() throws Exception {
        try (var stage = Stage.of(Era.MODERN)) {
            var one = stage.settings().build();
            var other = stage.settings().build();
            stage.connect(one).close();
            try (var client = stage.connect(one, Stage.profile())) {
                for (int i = 1; i <= MANY; i++) {
                    stage.mcp().requires("tools/call", "mcp:" + i);
                    var required = catchThrowableOfType(AuthorizationRequiredException.class, () -> Stage.echo(client));
                    other.finish(required.pending(), Stage.comeBack(required));
                    assertThat(Stage.echo(client)).isEqualTo("nothing");
                }
            }
        }
    }

    @Test
    @Verifies("F-38")
    void whoeverDemandsSomethingElseEachTimeIsGivenUpInTheEnd() {
        try (var stage = Stage.of(Era.MODERN)) {
            stage.mcp().lie(Lie.LOOP_403, 1);
            var oauth = stage.settings().build();
            var last = IntStream.range(0, MANY)
                    .mapToObj(i -> catchThrowable(() -> stage.connect(oauth)))
                    .toList()
                    .getLast();
            assertThat(last).isInstanceOf(InsufficientScopeException.class);
            assertThat(stage.logins)
                    .as("the first login, and three that asked for more")
                    .hasValue(4);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"SECRET_IN_HEADER", "WORKLOAD"})
    @Verifies({"F-38", "F-39"})
    void aProgramGivesUpWhoeverDemandsSomethingElseEachTime(Way way) {
        try (var machine = new Machine(way, Era.MODERN)) {
            machine.stage.mcp().lie(Lie.LOOP_403, 1);
            var oauth = machine.settings().build();
            for (int i = 0; i < MANY; i++) {
                assertThat(catchThrowable(() -> machine.connect(oauth)))
                        .isInstanceOf(i == 0 ? AuthorizationException.class : InsufficientScopeException.class);
            }
            assertThat(machine.requests()).isEqualTo(4);
        }
    }

    @Test
    @Verifies("F-38")
    void nobodyIsAskedForMoreThanCanBeAgreedTo() {
        try (var machine = new Machine(Way.SECRET_IN_HEADER, Era.MODERN);
                var client = machine.connect(machine.settings().build())) {
            machine.stage.mcp().requires("tools/call", scopes(0, 150));
            assertThat(Stage.echo(client)).isEqualTo("nothing");
            machine.stage.mcp().requires("tools/call", scopes(150, 300));
            assertThat(catchThrowable(() -> Stage.echo(client))).isInstanceOf(InsufficientScopeException.class);
            client.listTools();
            assertThat(machine.requests()).isEqualTo(2);
        }
    }

    private static String[] scopes(int first, int last) {
        return IntStream.range(first, last).mapToObj(i -> "mcp:" + i).toArray(String[]::new);
    }
}
