package dev.fairlead.host.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
