package dev.fairlead.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is to be seen of a program from outside: the files that it makes, and the processes. */
final class Surroundings {
    private static final long LARGEST = 4 << 20;
    // Others use the same folders, and may put a world into one of them meanwhile.
    private static final int DEEPEST = 4;

    private final Map<Path, Set<Path>> before = new HashMap<>();

    /** Remembers what is in some folders before the program does anything. */
    Surroundings(List<Path> folders) throws IOException {
        for (var folder : folders) {
            before.put(folder, entries(folder));
        }
    }

    private static Set<Path> entries(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.collect(Collectors.toSet());
        }
    }

    /**
     * Reads every file that is new in those folders.
     *
     * @param except what need not be looked at
     */
    void readFiles(Evidence evidence, Path except) throws IOException {
        for (var folder : before.keySet()) {
            for (var entry : entries(folder)) {
                if (!before.get(folder).contains(entry)) {
                    readAll(evidence, entry, except);
                }
            }
        }
    }

    private static void readAll(Evidence evidence, Path entry, Path except) throws IOException {
        Files.walkFileTree(entry, EnumSet.noneOf(FileVisitOption.class), DEEPEST, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.equals(except) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                evidence.read("name of a file", file.toString());
                if (attributes.isRegularFile() && attributes.size() < LARGEST && Files.isReadable(file)) {
                    evidence.read("file " + file, Files.readString(file, StandardCharsets.ISO_8859_1));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE; // Somebody else's, who has taken it away again.
            }
        });
    }

    /** Reads what every user of this machine sees of its processes, and what our own ones were given. */
    static void readProcesses(Evidence evidence) {
        ProcessHandle.allProcesses().forEach(process -> {
            process.info().commandLine().ifPresent(line -> evidence.read("process list", line));
            readIfThere(evidence, "process list", process.pid(), "cmdline");
        });
        ProcessHandle.current()
                .descendants()
                .forEach(child -> readIfThere(evidence, "environment of a child", child.pid(), "environ"));
    }

    private static void readIfThere(Evidence evidence, String place, long process, String what) {
        try {
            evidence.read(
                    place,
                    Files.readString(Path.of("/proc", Long.toString(process), what), StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return; // It has ended, or is somebody else's, or this system shows processes in another way.
        }
    }
}
