package dev.fairlead.store.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Texts survive as bytes. */
final class TextsTest {

    @Test
    void anyStringComesBack() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            var text = random.ints(random.nextInt(12), 0, 0x10000)
                    .map(unit -> random.nextBoolean() ? unit : 0xD800 + unit % 0x800)
                    .collect(StringBuilder::new, (all, unit) -> all.append((char) unit), StringBuilder::append)
                    .toString();

            assertThat(Texts.text(Texts.value(text), 0).equals(text))
                    .as("seed %d, try %d", seed, i)
                    .isTrue();
        }
    }

    @Test
    void whatBeginsSoLiesBetweenThePrefixAndWhatComesAfter() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            var prefix = anyKey(random, 3);
            var key = random.nextBoolean() ? prefix + anyKey(random, 3) : anyKey(random, 6);
            var bytes = Texts.key(key);
            var from = Texts.key(prefix);

            assertThat(Arrays.compareUnsigned(bytes, from) >= 0 && Arrays.compareUnsigned(bytes, Texts.after(from)) < 0)
                    .as("seed %d, try %d", seed, i)
                    .isEqualTo(key.startsWith(prefix));
        }
    }

    private static String anyKey(Random random, int longest) {
        var signs = new int[] {0, 'a', 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
        return random.ints(random.nextInt(longest + 1), 0, signs.length)
                .mapToObj(i -> Character.toString(signs[i]))
                .collect(Collectors.joining());
    }
}
