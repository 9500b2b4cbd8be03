package dev.fairlead.testkit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The options of the hostile server, each a name and a value. */
record HostileOptions(Map<String, String> values) {
    static HostileOptions of(List<String> arguments) {
        var values = new HashMap<String, String>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            if (!arguments.get(i).startsWith("--")) {
                throw new IllegalArgumentException("not an option: " + arguments.get(i));
            }
            values.put(arguments.get(i).substring(2), arguments.get(i + 1));
        }
        if (arguments.size() % 2 != 0) {
            throw new IllegalArgumentException("an option without a value: " + arguments.getLast());
        }
        return new HostileOptions(Map.copyOf(values));
    }

    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(text(name, Integer.toString(otherwise)));
    }
}
