package dev.fairlead.dist;

import dev.fairlead.dist.Materials.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page for people that names what others made of what we ship. */
final class ThirdParty {
    private ThirdParty() {}

    /** Reads what stands below a heading of the page. */
    static List<String> section(Path repository, String heading) throws IOException {
        return Files.readAllLines(repository.resolve("THIRD-PARTY.md")).stream()
                .dropWhile(line -> !line.equals(heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .toList();
    }

    /** Reads the rows of the table below a heading of the page. */
    static List<String> rows(Path repository, String heading) throws IOException {
        return section(repository, heading).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
    }

    /** Writes such rows. */
    static List<String> rows(List<Part> parts) {
        return parts.stream()
                .map(part -> "| `%s` | %s | %s |".formatted(part.name(), part.version(), Licences.of(part)))
                .toList();
    }
}
