package dev.fairlead.conformance.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The scenarios that the suite has for a revision.
 *
 * @param judged those that are run here
 * @param authorization those about authorization, which are left out
 */
record Listing(String version, List<String> judged, List<String> authorization) {
    private static final Pattern LINE = Pattern.compile("^ {2}- (\\S+) \\[(.*)]$");

    /** Copies the collections. */
    Listing {
        judged = List.copyOf(judged);
        authorization = List.copyOf(authorization);
    }

    /** Reads what the suite prints; scenarios of extensions belong to no revision. */
    static Listing read(String version, String printed) {
        var judged = new ArrayList<String>();
        var authorization = new ArrayList<String>();
        printed.lines().map(LINE::matcher).filter(line -> line.find()).forEach(line -> {
            if (!line.group(2).equals("extension")) {
                (line.group(1).startsWith("auth/") ? authorization : judged).add(line.group(1));
            }
        });
        return new Listing(version, judged, authorization);
    }
}
