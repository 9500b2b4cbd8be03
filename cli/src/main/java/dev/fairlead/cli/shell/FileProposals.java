package dev.fairlead.cli.shell;

import dev.fairlead.cli.line.Proposal;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Files whose names begin with what is typed. */
final class FileProposals {
    private static final int MOST = 500;

    private FileProposals() {}

    /** Proposes them, each behind what stands before the name. */
    static Stream<Proposal> of(String before, String typed) {
        int end = typed.lastIndexOf(File.separatorChar) + 1;
        var folder = typed.substring(0, end);
        try (var files = Files.list(Path.of(folder.isEmpty() ? "." : folder))) {
            boolean hidden = typed.startsWith(".", end);
            return files
                    .filter(file ->
                            hidden || !String.valueOf(file.getFileName()).startsWith("."))
                    .sorted()
                    .limit(MOST)
                    .map(file -> Files.isDirectory(file)
                            ? new Proposal(before + folder + file.getFileName() + File.separator, "", true)
                            : Proposal.of(before + folder + file.getFileName()))
                    .toList()
                    .stream();
        } catch (IOException | InvalidPathException none) {
            return Stream.empty();
        }
    }
}
