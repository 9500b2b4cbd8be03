package dev.fairlead.conformance.suite;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The scenarios that are run for a revision.
 *
 * @param scenarios their names, in the order of the suite
 */
record Listing(String version, List<String> scenarios) {
    private static final String EXTENSION = "extension";
    private static final Pattern LINE = Pattern.compile("^ {2}- (\\S+) \\[(.*)]$");

    /** Copies the names. */
    Listing {
        scenarios = List.copyOf(scenarios);
    }

    /** Reads what the suite prints; scenarios of extensions belong to no revision. */
    static Listing read(String version, String printed) {
        return new Listing(version, names(printed, false).toList());
    }

    /** Returns this listing with the scenarios of extensions among all that the suite prints. */
    Listing withExtensions(String printed) {
        return new Listing(
                version, Stream.concat(scenarios.stream(), names(printed, true)).toList());
    }

    private static Stream<String> names(String printed, boolean ofExtensions) {
        return printed.lines()
                .map(LINE::matcher)
                .filter(Matcher::find)
                .filter(line -> line.group(2).equals(EXTENSION) == ofExtensions)
                .map(line -> line.group(1));
    }
}
