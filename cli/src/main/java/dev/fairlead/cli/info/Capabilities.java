package dev.fairlead.cli.info;

import dev.fairlead.protocol.ServerCapabilities;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Says in words what a server says it can do, also where nobody has heard of it. */
public final class Capabilities {
    // Below these are names of things, each with settings of its own.
    private static final Set<String> COLLECTIONS = Set.of("extensions", "experimental");

    private Capabilities() {}

    /** Returns a line for each capability, such as {@code resources (subscribe, listChanged)}. */
    public static List<String> words(ServerCapabilities capabilities) {
        return capabilities
                .json()
                .propertyStream()
                .filter(capability -> declared(capability.getValue()))
                .map(capability -> words(capability.getKey(), capability.getValue()))
                .toList();
    }

    private static String words(String name, JsonNode settings) {
        var parts = (COLLECTIONS.contains(name)
                        ? settings.propertyStream().map(part -> part.getKey())
                        : parts("", settings))
                .collect(Collectors.joining(", "));
        return parts.isEmpty() ? name : "%s (%s)".formatted(name, parts);
    }

    /** Returns the paths to whatever has no further parts. */
    private static Stream<String> parts(String path, JsonNode settings) {
        return settings.propertyStream()
                .filter(part -> declared(part.getValue()))
                .flatMap(part -> part.getValue().isEmpty()
                        ? Stream.of(path + part.getKey())
                        : parts(path + part.getKey() + ".", part.getValue()));
    }

    /** Declared is an object, whatever it holds, or {@code true}; servers write null and false for "no". */
    private static boolean declared(JsonNode value) {
        return value.isObject() || value.booleanValue(false);
    }
}
