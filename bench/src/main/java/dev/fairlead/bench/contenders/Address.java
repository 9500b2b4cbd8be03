package dev.fairlead.bench.contenders;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How to reach a server. */
public sealed interface Address {

    /** A server that is started for every connection. */
    record Program(List<String> command) implements Address {}

    /** A server that is there. */
    record Web(String url) implements Address {}

    /** Returns the arguments that tell a contender's process about it. */
    default List<String> words() {
        return switch (this) {
            case Program program -> {
                var words = new ArrayList<>(List.of("stdio"));
                words.addAll(program.command());
                yield words;
            }
            case Web web -> List.of("http", web.url());
        };
    }

    /** Reads what {@link #words} wrote, from this place on. */
    static Address parse(String[] words, int start) {
        return words[start].equals("stdio")
                ? new Program(List.copyOf(Arrays.asList(words).subList(start + 1, words.length)))
                : new Web(words[start + 1]);
    }
}
