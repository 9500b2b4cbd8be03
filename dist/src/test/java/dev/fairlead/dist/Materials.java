package dev.fairlead.dist;

import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What something is made of, as its CycloneDX list (SBOM) says. */
record Materials(String text, JsonNode list) {
    private static final String OURS = "dev.fairlead";
    private static final String PAGE = "/dev/fairlead/console/page/page.cdx.json";

    /**
     * Something that somebody else made.
     *
     * @param licences as SPDX calls them, or else as its authors do
     */
    record Part(String name, String version, List<String> licences) {}

    /** Returns where the build puts the list of the command's jars: beside them. */
    static Path file() {
        return Path.of(System.getProperty("jars")).resolve("fairlead.cdx.json");
    }

    static Materials ofTheCommand() throws IOException {
        return of(Files.readString(file()));
    }

    /** Reads the list in the jar of the console's page; empty where the page was left out of the build. */
    static Optional<Materials> ofThePage() throws IOException {
        try (var in = Materials.class.getResourceAsStream(PAGE)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(of(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    static Materials of(String text) {
        return new Materials(text, Json.parse(text));
    }

    /** Returns what others made, by name. */
    List<Part> ofOthers() {
        var parts = new ArrayList<Part>();
        for (var component : list.path("components")) {
            if (!component.path("group").asString("").equals(OURS)) {
                parts.add(new Part(name(component), component.path("version").asString(""), licences(component)));
            }
        }
        parts.sort(Comparator.comparing(Part::name));
        return List.copyOf(parts);
    }

    /** Returns the checksums of one kind, of everything in it. */
    List<String> checksums(String kind) {
        var sums = new ArrayList<String>();
        for (var component : list.path("components")) {
            for (var hash : component.path("hashes")) {
                if (hash.path("alg").asString("").equals(kind)) {
                    sums.add(hash.path("content").asString(""));
                }
            }
        }
        return List.copyOf(sums);
    }

    private static String name(JsonNode component) {
        var name = component.path("name").asString("");
        var group = component.path("group").asString("");
        var mark = component.path("purl").asString("").startsWith("pkg:npm/") ? "/" : ":";
        return group.isEmpty() ? name : group + mark + name;
    }

    private static List<String> licences(JsonNode component) {
        var licences = new ArrayList<String>();
        for (var choice : component.path("licenses")) {
            var licence = choice.path("license");
            licences.add(choice.path("expression")
                    .asString(licence.path("id").asString(licence.path("name").asString(""))));
        }
        return List.copyOf(licences);
    }
}
