package dev.fairlead.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Inputs to attack a parser with: damaged variants of the files of a corpus.
 *
 * <p>They are the same in every run. {@code -Dfuzz.rounds=} asks for more variants than the usual number; an input that
 * breaks something is named in the failure, so that it can join the corpus.
 */
final class Mutations {
    private static final int USUAL_ROUNDS = 500;
    private static final int LARGEST = 64 << 10;
    private static final Duration PROMPTLY = Duration.ofSeconds(20);

    private final List<byte[]> corpus;
    private final List<byte[]> words;

    /** What must hold for every input. */
    @FunctionalInterface
    interface Check {
        void accept(byte[] input) throws Exception;
    }

    /** Takes the corpus, and words that mean something to the parser. */
    Mutations(List<byte[]> corpus, List<String> words) {
        this.corpus = List.copyOf(corpus);
        this.words = words.stream().map(word -> word.getBytes(UTF_8)).toList();
    }

    /** Checks the variants, none of which may take long. */
    void check(Check check) {
        for (long seed = 0; seed < Long.getLong("fuzz.rounds", USUAL_ROUNDS); seed++) {
            check(check, variant(new Random(seed)), seed);
        }
    }

    private static void check(Check check, byte[] input, long seed) {
        try {
            assertTimeoutPreemptively(PROMPTLY, () -> check.accept(input));
        } catch (Throwable broken) {
            throw new AssertionError(
                    "seed %d, input %s: %s".formatted(seed, literal(input), broken.getMessage()), broken);
        }
    }

    byte[] variant(Random random) {
        var bytes = pick(corpus, random);
        for (int i = random.nextInt(1, 9); i > 0; i--) {
            bytes = mutate(bytes, random);
        }
        return bytes.length > LARGEST ? Arrays.copyOf(bytes, LARGEST) : bytes;
    }

    private byte[] mutate(byte[] bytes, Random random) {
        int from = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, from + random.nextInt(random.nextInt(8) == 0 ? bytes.length + 1 : 17));
        var part = Arrays.copyOfRange(bytes, from, to);
        return switch (random.nextInt(9)) {
            case 0 -> replace(bytes, from, to, new byte[0]);
            case 1 -> replace(bytes, from, from, part);
            case 2 -> replace(bytes, from, to, repeat(part, random.nextInt(2, 1 << random.nextInt(2, 12))));
            case 3 -> replace(bytes, from, to, pick(words, random));
            case 4 -> replace(bytes, from, from, pick(words, random));
            case 5 -> replace(bytes, from, from, pick(corpus, random));
            case 6 -> Arrays.copyOf(bytes, from);
            case 7 -> {
                random.nextBytes(part);
                yield replace(bytes, from, to, part);
            }
            default -> {
                var flipped = bytes.clone();
                if (from < bytes.length) {
                    flipped[from] ^= (byte) (1 << random.nextInt(8));
                }
                yield flipped;
            }
        };
    }

    private static byte[] replace(byte[] bytes, int from, int to, byte[] by) {
        var out = new ByteArrayOutputStream(bytes.length + by.length);
        out.write(bytes, 0, from);
        out.writeBytes(by);
        out.write(bytes, to, bytes.length - to);
        return out.toByteArray();
    }

    private static byte[] repeat(byte[] part, int times) {
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < times && out.size() < LARGEST; i++) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] pick(List<byte[]> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    /** Shows bytes as a Java literal, one character for each. */
    private static String literal(byte[] bytes) {
        var literal = new StringBuilder("\"");
        for (char c : new String(bytes, ISO_8859_1).toCharArray()) {
            literal.append(
                    c >= ' ' && c < 0x7f && c != '"' && c != '\\' ? String.valueOf(c) : "\\u%04x".formatted((int) c));
        }
        return literal.append('"').toString();
    }
}
