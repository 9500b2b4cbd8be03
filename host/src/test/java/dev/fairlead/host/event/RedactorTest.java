package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hiding secrets. */
class RedactorTest {
    private static final int TRIES = 400;

    private final Redactor redactor = Redactor.usual();

    @Test
    void hidesEveryFormOfEverySecretInEveryKindOfEvent() {
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var secret = Canaries.secret(random);
            var text = Canaries.written(secret, random);
            try (var hold = redactor.hold(List.of(secret, Canaries.secret(random)))) {
                for (var event : Canaries.events(text)) {
                    assertThat(Canaries.shows(Canaries.texts(event), secret)).isTrue();
                    var safe = redactor.event(event);
                    assertThat(Canaries.shows(Canaries.texts(safe), secret))
                            .as("seed %d: %s as %s in %s", seed, secret, text, safe)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void leavesEveryKindOfEventAsItIsWhereNothingIsSecret() {
        try (var hold = redactor.hold("some other secret")) {
            for (var event : Canaries.events("nothing to hide")) {
                assertThat(redactor.event(event)).isEqualTo(event);
            }
        }
    }

    @Test
    void canaryTestsCoverEveryKindOfEvent() {
        var kinds = Canaries.events("x").stream().map(Object::getClass).collect(Collectors.toSet());
        assertThat(kinds).containsExactlyInAnyOrder(HostEvent.class.getPermittedSubclasses());
    }

    @Nested
    class ByValue {
        @Test
        void whateverOverlapsIsHiddenTogether() {
            try (var hold = redactor.hold(List.of("abcdef", "defghi"))) {
                assertThat(redactor.text("x abcdefghi y")).isEqualTo("x [hidden] y");
            }
        }

        @Test
        void theLongerOfTwoSecretsLeavesNoRest() {
            try (var hold = redactor.hold(List.of("secret", "secret-and-more"))) {
                assertThat(redactor.text("a secret-and-more b secret c")).isEqualTo("a [hidden] b [hidden] c");
            }
        }

        @Test
        void shortValuesAreLeftAlone() {
            try (var hold = redactor.hold(List.of("true", "12345"))) {
                assertThat(redactor.text("true 12345")).isEqualTo("true 12345");
            }
        }

        @Test
        void theTokenOfAHeaderIsHiddenWithoutItsScheme() {
            try (var hold = redactor.hold(List.of("Bearer abcdefgh", "Basic dXNlcjpodW50ZXIyLXB3"))) {
                assertThat(redactor.text("abcdefgh hunter2-pw")).isEqualTo("[hidden] [hidden]");
            }
        }

        @Test
        void aSecretOfManyLinesIsHiddenLineByLine() {
            try (var hold =
                    redactor.hold("-----BEGIN KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0BAQEF\n-----END KEY-----\n")) {
                assertThat(redactor.text("read kqhkiG9w0BAQEF")).isEqualTo("read [hidden]");
                assertThat(redactor.text("{\\\"k\\\":\\\"MIIEvQIBADANBg\\\\r")).doesNotContain("MIIE");
            }
        }

        @Test
        void aSecretThatAnExcerptCutIsHidden() {
            try (var hold = redactor.hold("sk-0123456789abcdef")) {
                assertThat(redactor.text("not JSON: sk-0123456…")).isEqualTo("not JSON: [hidden]…");
            }
        }

        @Test
        void aSecretThatOurOwnLimitCutsIsHidden() {
            try (var hold = redactor.hold("sk-0123456789abcdef")) {
                assertThat(redactor.text("x".repeat(90) + "sk-0123456789abcdef", 100))
                        .isEqualTo("x".repeat(90) + "[hidden]… (9 more characters)");
            }
        }

        @Test
        void aNumberIsHiddenToo() {
            try (var hold = redactor.hold("1234567890")) {
                assertThat(Json.write(redactor.json(
                                Json.object().put("n", 1234567890L).put("m", 5))))
                        .isEqualTo("{\"n\":\"[hidden]\",\"m\":5}");
            }
        }

        @Test
        void whatSomebodyElseHoldsStaysHidden() {
            var first = redactor.hold("shared-secret");
            var second = redactor.hold("shared-secret");
            first.close();
            first.close();
            assertThat(redactor.text("shared-secret")).isEqualTo("[hidden]");
            second.close();
            assertThat(redactor.text("shared-secret")).isEqualTo("shared-secret");
        }

        @Test
        void manyValuesComeAndGo() {
            var random = new Random(7);
            var holds = new ArrayList<Redactor.Hold>();
            var secrets = new ArrayList<String>();
            for (int count = 0; count < 600; count++) {
                var secret = "secret-%d-%d".formatted(count, random.nextInt(1_000_000));
                holds.add(redactor.hold(secret));
                secrets.add(secret);
                assertThat(redactor.text("<" + secret + ">")).isEqualTo("<[hidden]>");
            }
            for (int count = 0; count < 500; count++) {
                holds.removeFirst().close();
                secrets.removeFirst();
                assertThat(redactor.text(secrets.getFirst() + secrets.getLast()))
                        .isEqualTo("[hidden][hidden]");
            }
            holds.forEach(Redactor.Hold::close);
            assertThat(redactor.text(secrets.getFirst())).isEqualTo(secrets.getFirst());
        }

        @Test
        @Timeout(300)
        void timeDoesNotGrowWithTheNumberOfSecretsNorWithTheirLikeness() {
            var secrets = new ArrayList<String>();
            for (int count = 0; count < 1_000; count++) {
                secrets.add("a".repeat(100) + "%04d".formatted(count));
            }
            // The worst text there is: all the way along it every secret seems to begin.
            var text = "a".repeat(1 << 20);
            try (var hold = redactor.hold(secrets)) {
                // Not the time on the wall, in which others work too.
                long started = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                assertThat(redactor.text(text)).isEqualTo(text);
                assertThat(redactor.text(text + "0999")).endsWith("[hidden]");
                assertThat(Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - started))
                        .isLessThan(Duration.ofSeconds(20));
            }
        }
    }

    /** A server chooses its own tokens, and may send another one with every answer. */
    @Nested
    class Bounds {
        private final AtomicInteger characters = new AtomicInteger();
        private final AtomicBoolean failing = new AtomicBoolean();
        private final Redactor counted = new Redactor(SecretNames.usual(), true, words -> {
            if (failing.getAndSet(false)) {
                throw new OutOfMemoryError("as a test wants it");
            }
            characters.set(words.stream().mapToInt(String::length).sum());
            return Automaton.of(words);
        });

        @Test
        void manyCraftedValuesTakeLittleRoomAndLeaveSomeForOrdinaryOnes() {
            var crafted = new ArrayList<String>();
            for (int count = 0; count < 100; count++) {
                crafted.add("%04d*/:;?~".formatted(count) + "<".repeat(2_000));
            }
            counted.hold(crafted);
            assertThat(characters).hasValueLessThan(String.join("", crafted).length() + (3 << 20));
            counted.hold("an-ordinary+key/01234567");
            for (var written : List.of(
                    "an-ordinary+key/01234567",
                    "an-ordinary%2Bkey/01234567",
                    "an-ordinary%2bkey%2f01234567",
                    "YW4tb3JkaW5hcnkra2V5LzAxMjM0NTY3")) {
                assertThat(counted.text("<" + written + ">")).isEqualTo("<[hidden]>");
            }
        }

        @Test
        void whatIsLetGoMakesRoom() {
            var crafted = "*/:;?~" + "<".repeat(8_186);
            counted.hold(crafted).close();
            try (var hold = counted.hold("another ordinary secret")) {
                int first = characters.get();
                for (int count = 0; count < 10; count++) {
                    counted.hold(count + crafted).close();
                }
                var again = counted.hold("yet another ordinary secret");
                again.close();
                assertThat(characters).hasValue(first);
            }
            try (var hold = counted.hold(crafted)) {
                assertThat(characters).hasValueGreaterThan(200_000);
            }
        }

        @Test
        void whatCouldNotBeHiddenIsInNobodysWay() {
            failing.set(true);
            assertThatThrownBy(() -> counted.hold("too-much-for-it")).isInstanceOf(OutOfMemoryError.class);
            try (var hold = counted.hold("of-another-server")) {
                assertThat(counted.text("too-much-for-it of-another-server")).isEqualTo("too-much-for-it [hidden]");
            }
            counted.hold("too-much-for-it").close();
            assertThat(counted.text("too-much-for-it")).as("nobody holds it").isEqualTo("too-much-for-it");
        }

        @Test
        void whatSomebodyElseHoldsStaysHiddenWhenItCouldNotBeHiddenWithMore() {
            try (var hold = counted.hold("of-another-server")) {
                failing.set(true);
                assertThatThrownBy(() -> counted.hold(List.of("of-another-server", "too-much-for-it")))
                        .isInstanceOf(OutOfMemoryError.class);
                assertThat(counted.text("of-another-server")).isEqualTo("[hidden]");
            }
            assertThat(counted.text("of-another-server")).isEqualTo("of-another-server");
        }

        @Test
        void afterFailuresAllThatIsHeldIsHidden() {
            for (int count = 0; count < 600; count++) {
                var secret = "secret-%d-of-many".formatted(count);
                if (count % 2 == 0) { // Sometimes when everything is built anew.
                    failing.set(true);
                    assertThatThrownBy(() -> counted.hold(secret)).isInstanceOf(OutOfMemoryError.class);
                }
                counted.hold(secret);
                var before = "secret-%d-of-many".formatted(Math.max(count - 1, 0));
                assertThat(counted.text(before + " " + secret)).isEqualTo("[hidden] [hidden]");
            }
            for (int count = 0; count < 600; count++) {
                assertThat(counted.text("secret-%d-of-many".formatted(count))).isEqualTo("[hidden]");
            }
        }
    }

    @Nested
    class ByName {
        @Test
        void everythingUnderTheNameOfASecretIsHiddenAndItsShapeKept() {
            var json = Json.parse(
                    "{'user':'ann','Api-Key':'k','auth':{'Authorization':['a',{'b':5,'c':true}]}}".replace('\'', '"'));
            assertThat(Json.write(redactor.json(json)))
                    .isEqualTo(("{'user':'ann','Api-Key':'[hidden]','auth':"
                                    + "{'Authorization':['[hidden]',{'b':'[hidden]','c':true}]}}")
                            .replace('\'', '"'));
        }

        @Test
        void aSchemaMaySpeakOfPasswords() {
            var json = Json.parse("{'inputSchema':{'properties':{'password':{'type':'string'}}}}".replace('\'', '"'));
            assertThat(redactor.json(json)).isEqualTo(json);
        }

        @Test
        void jsonInsideATextIsLookedAtToo() {
            var json = Json.object().put("text", "{\"password\":\"hunter2\"}");
            assertThat(redactor.json(json).path("text").stringValue()).isEqualTo("{\"password\":\"[hidden]\"}");
        }
    }
}
