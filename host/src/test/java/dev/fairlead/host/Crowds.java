package dev.fairlead.host;

import java.util.List;
import java.util.stream.IntStream;

/** Kinds of bad servers, so many at once. */
final class Crowds {
    private Crowds() {}

    static List<List<String>> of(List<String> modes, int size) {
        return IntStream.iterate(0, from -> from < modes.size(), from -> from + size)
                .mapToObj(from -> modes.subList(from, Math.min(from + size, modes.size())))
                .toList();
    }
}
