package dev.fairlead.bench.report;

import dev.fairlead.bench.contenders.Figure;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What was seen at one workload.
 *
 * @param textLength how many characters the text of a result has
 */
public record Measured(String id, String title, Seen seen, int textLength, List<Entry> entries) {

    /**
     * What was seen of one contender.
     *
     * @param trouble why there is nothing, or nothing more
     */
    public record Entry(
            String id,
            String label,
            Role role,
            List<Map<Figure, Double>> rounds,
            @Nullable String trouble) {

        /** Returns the median of a figure over all rounds; not a number if there is none. */
        public double median(Figure figure) {
            return middle(rounds.stream()
                    .filter(round -> round.containsKey(figure))
                    .mapToDouble(round -> round.getOrDefault(figure, Double.NaN))
                    .toArray());
        }

        /** Returns in one word what it did instead of what it was told. */
        String verdict() {
            return trouble == null ? "not seen" : trouble.startsWith("hangs") ? "hangs" : "fails";
        }

        /** Tells whether it did all it was told. */
        public boolean sound() {
            return trouble == null && !rounds.isEmpty();
        }
    }

    /** Returns the one with this role, if it did all it was told. */
    Optional<Entry> only(Role role) {
        return entries.stream()
                .filter(entry -> entry.role() == role && entry.sound())
                .findFirst();
    }

    /** Returns the one with this name, alike. */
    Optional<Entry> named(String id) {
        return entries.stream()
                .filter(entry -> entry.id().equals(id) && entry.sound())
                .findFirst();
    }

    /** Returns the peer that is best in this respect. */
    Optional<Entry> bestPeer(Figure figure) {
        var order = Comparator.<Entry>comparingDouble(entry -> entry.median(figure));
        return entries.stream()
                .filter(entry -> entry.role() == Role.PEER && entry.sound() && Double.isFinite(entry.median(figure)))
                .max(figure == Figure.RATE ? order : order.reversed());
    }

    /** Returns the median of the ratios inside the rounds; not a number where one of the two is missing. */
    static double ratio(Figure figure, Optional<Entry> over, Optional<Entry> under) {
        if (over.isEmpty() || under.isEmpty()) {
            return Double.NaN;
        }
        var above = over.get().rounds();
        var below = under.get().rounds();
        return middle(IntStream.range(0, Math.min(above.size(), below.size()))
                .mapToDouble(round -> above.get(round).getOrDefault(figure, Double.NaN)
                        / below.get(round).getOrDefault(figure, Double.NaN))
                .filter(Double::isFinite)
                .toArray());
    }

    private static double middle(double[] values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        var sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
