package dev.fairlead.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Processes that have ended and that nobody has buried, where the system tells. */
final class Zombies {
    private static final Path PROC = Path.of("/proc");
    private static final long INIT = 1;

    private Zombies() {}

    /** Lists those that are children of this program, or among these; what the system took over is its own to bury. */
    static List<Long> of(Collection<Long> pids) throws IOException {
        var found = new ArrayList<Long>();
        if (!Files.isReadable(PROC.resolve("self/stat"))) {
            return found;
        }
        long self = ProcessHandle.current().pid();
        try (var all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var one : all) {
                var words = stat(one);
                long pid = Long.parseLong(one.getFileName().toString());
                if (words.length > 1 && words[0].equals("Z")) {
                    long parent = Long.parseLong(words[1]);
                    if (parent == self || (pids.contains(pid) && parent != INIT)) {
                        found.add(pid);
                    }
                }
            }
        }
        return found;
    }

    /** Returns the state of a process, its parent, and more; nothing of one that is gone. */
    private static String[] stat(Path process) {
        try {
            var line = Files.readString(process.resolve("stat"));
            return line.substring(line.lastIndexOf(')') + 2).split(" ");
        } catch (IOException gone) {
            return new String[0];
        }
    }
}
