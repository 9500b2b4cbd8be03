package dev.fairlead.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.console.keep.Keep;
import dev.fairlead.testkit.http.ConsoleKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lets in, how often, and for how long. */
final class AccessTest {
    private static final int PORT = 7411;
    private static final String NONCE = "made-up-by-a-page-of-the-tests";

    @TempDir
    private Path home;

    private final List<String> messages = new ArrayList<>();
    private Keep keep;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @BeforeEach
    void open() throws Exception {
        keep = Keep.in(home.resolve("console"));
    }

    private Access access() {
        return access(PORT);
    }

    private Access access(int port) {
        return new Access(keep, () -> now, port, messages::add);
    }

    /** A browser that was let in, and what it shows. */
    private record Browser(List<String> cookies, String session, SessionKey key) {
        boolean isLetIn(Access access) {
            return access.admits(cookies, shown(access));
        }

        List<String> shown(Access access) {
            return access.hello(session, NONCE).map(hello -> key.shown(PORT, hello.run())).stream()
                    .toList();
        }
    }

    private static Browser letIn(Access access, List<String> cookies) {
        return letIn(access, access.token(), cookies);
    }

    private static Browser letIn(Access access, String token, List<String> cookies) {
        var given = access.exchange(token, cookies).orElseThrow();
        return new Browser(List.of(given.setCookie().split(";", 2)[0]), given.session(), given.key());
    }

    private static Browser letIn(Access access) {
        return letIn(access, List.of());
    }

    @Test
    void theTokenThatIsPrintedLetsInAsOftenAsItIsShown() {
        var access = access();

        assertThat(access.isToken(access.token())).isTrue();
        assertThat(access.exchange(access.token(), List.of())).isPresent();
        now = now.plus(Duration.ofDays(1));
        assertThat(access.exchange(access.token(), List.of())).isPresent();
        assertThat(access.exchange(access.token() + "x", List.of())).isEmpty();
        assertThat(access().isToken(access.token())).as("after a restart").isFalse();
        assertThat(access().exchange(access.token(), List.of()))
                .as("after a restart")
                .isEmpty();
    }

    @Test
    void aPassLetsInOnceAndSoon() {
        var access = access();
        var pass = access.pass(() -> {});
        var late = access.pass(() -> {});

        assertThat(pass).isNotEqualTo(access.token());
        assertThat(access.isToken(pass)).isTrue();
        assertThat(access.isToken(pass)).as("looking does not use it up").isTrue();
        assertThat(access.exchange(pass, List.of())).isPresent();
        assertThat(access.isToken(pass)).as("the second time").isFalse();
        assertThat(access.exchange(pass, List.of())).as("the second time").isEmpty();
        now = now.plus(Duration.ofMinutes(3));
        assertThat(access.isToken(late)).as("three minutes later").isFalse();
        assertThat(access.exchange(late, List.of())).as("three minutes later").isEmpty();
    }

    @Test
    void aPassThatIsShownAgainShutsOutWhomItLetIn() {
        var access = access();
        var looked = access.pass(() -> {});
        var exchanged = access.pass(() -> {});
        var first = letIn(access, looked, List.of());
        var second = letIn(access, exchanged, List.of());
        var other = letIn(access);
        now = now.plus(Duration.ofDays(1));

        assertThat(first.isLetIn(access)).isTrue();
        assertThat(access.isToken(looked)).isFalse();
        assertThat(first.isLetIn(access)).isFalse();
        assertThat(messages)
                .singleElement()
                .asString()
                .contains("used twice", "shut out")
                .doesNotContain(looked);

        assertThat(second.isLetIn(access)).isTrue();
        assertThat(access.exchange(exchanged, second.cookies)).isEmpty();
        assertThat(second.isLetIn(access)).isFalse();
        assertThat(second.isLetIn(access())).as("after a restart").isFalse();
        assertThat(messages).hasSize(2);

        assertThat(access.isToken(looked)).as("the third time").isFalse();
        assertThat(messages).as("it is said once").hasSize(2);
        assertThat(other.isLetIn(access)).isTrue();
    }

    @Test
    void aPassThatNobodyUsedShutsNobodyOut() {
        var access = access();
        var one = letIn(access);
        var pass = access.pass(() -> {});
        now = now.plus(Duration.ofMinutes(3));

        assertThat(access.isToken(pass)).isFalse();
        assertThat(access.exchange(pass, List.of())).isEmpty();
        assertThat(access.isToken("guess")).isFalse();
        assertThat(messages).isEmpty();
        assertThat(one.isLetIn(access)).isTrue();
    }

    @Test
    void whoGaveAPassHearsWhenItIsUsedAndNotBefore() {
        var access = access();
        var used = new AtomicInteger();
        var pass = access.pass(used::incrementAndGet);

        assertThat(access.isPass(pass)).isTrue();
        assertThat(access.isToken(pass)).isTrue();
        assertThat(used).hasValue(0);
        assertThat(access.exchange(pass, List.of())).isPresent();
        assertThat(access.exchange(pass, List.of())).isEmpty();
        assertThat(used).hasValue(1);
        assertThat(access.isPass(pass)).isTrue();
        assertThat(access.isPass(access.token())).isFalse();
    }

    @Test
    void everyBrowserHasSecretsOfItsOwnWhichOutlastTheProgram() throws Exception {
        var access = access();
        var one = letIn(access);
        var other = letIn(access);

        assertThat(one.cookies).isNotEqualTo(other.cookies);
        assertThat(one.key).isNotEqualTo(other.key);
        assertThat(one.isLetIn(access())).isTrue();
        assertThat(other.isLetIn(access())).isTrue();
        assertThat(Files.readString(home.resolve("console").resolve("sessions.json")))
                .doesNotContain(one.cookies.getFirst().replaceAll(".*=", ""));
    }

    @Test
    void neitherTheCookieNorTheKeyLetsInAlone() {
        var access = access();
        var one = letIn(access);
        var other = letIn(access);

        assertThat(access.knows(one.cookies)).isTrue();
        assertThat(access.admits(one.cookies, List.of())).isFalse();
        assertThat(access.admits(one.cookies, other.shown(access))).isFalse();
        assertThat(access.admits(List.of(), one.shown(access))).isFalse();
        assertThat(access.admits(one.cookies, List.of(one.key.text()))).isFalse();
    }

    @Test
    void whatAPageHasShownIsOfNoUseAfterARestart() {
        var before = access();
        var one = letIn(before);
        var shown = one.shown(before);

        assertThat(before.admits(one.cookies, shown)).isTrue();
        assertThat(access().admits(one.cookies, shown)).isFalse();
    }

    @Test
    void anotherPortKnowsNobodyAndThenTheFirstDoesNotEither() {
        var one = letIn(access());

        assertThat(access(PORT + 1).hello(one.session, NONCE)).isEmpty();
        assertThat(one.isLetIn(access()))
                .as("back at the port that others may have had")
                .isFalse();
    }

    @Test
    void whatIsAnsweredHoldsForThePortTheRunAndWhatWasMadeUp() {
        var access = access();
        var one = letIn(access);
        var hello = access.hello(one.session, NONCE).orElseThrow();

        assertThat(hello.proof()).isEqualTo(ConsoleKey.proof(one.key.text(), PORT, hello.run(), NONCE));
        assertThat(hello.proof())
                .isNotEqualTo(
                        access.hello(one.session, NONCE + "x").orElseThrow().proof())
                .isNotEqualTo(access().hello(one.session, NONCE).orElseThrow().proof())
                .isNotEqualTo(one.key.proof(PORT + 1, hello.run(), NONCE))
                .isNotEqualTo(one.key.shown(PORT, hello.run()));
        assertThat(access.hello("unknown", NONCE)).isEmpty();
    }

    @Test
    void whoIsLetInAnewIsNotTheOldOneAnyMore() {
        var access = access();
        var before = letIn(access);
        var after = letIn(access, before.cookies);

        assertThat(before.isLetIn(access)).isFalse();
        assertThat(after.isLetIn(access)).isTrue();
    }

    @Test
    void whatIsNotUsedForAMonthLetsNobodyIn() {
        var used = letIn(access());
        var unused = letIn(access());

        for (int week = 0; week < 6; week++) {
            now = now.plus(Duration.ofDays(7));
            assertThat(used.isLetIn(access())).as("in week " + week).isTrue();
            // Its cookie may have come to somebody who keeps trying it.
            assertThat(access().knows(unused.cookies)).as("in week " + week).isEqualTo(week < 4);
        }

        assertThat(unused.isLetIn(access())).isFalse();
    }

    @Test
    void onlySoManyBrowsersAreRememberedAndTheOldestIsForgotten() {
        var access = access();
        var first = letIn(access);
        var all = new HashSet<Browser>();
        for (int i = 0; i < 50; i++) {
            now = now.plusSeconds(1);
            all.add(letIn(access));
        }

        assertThat(all).hasSize(50).allMatch(one -> one.isLetIn(access));
        assertThat(first.isLetIn(access)).isFalse();
    }
}
