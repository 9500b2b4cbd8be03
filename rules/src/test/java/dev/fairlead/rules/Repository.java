package dev.fairlead.rules;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The working copy that these tests are part of. */
final class Repository {

    private static final Set<String> FOREIGN = Set.of(".git", ".idea", ".vscode", "target", "node_modules");

    private Repository() {}

    /** Finds the top folder of the working copy. */
    static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("LICENSE"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "not inside the repository: " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }

    /** Lists every file that was written by hand. */
    static List<Path> files() throws IOException {
        var files = new ArrayList<Path>();
        Files.walkFileTree(root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                var foreign = FOREIGN.contains(folder.getFileName().toString());
                return foreign ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return List.copyOf(files);
    }
}
