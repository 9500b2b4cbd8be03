package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ShellWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Says which files name servers. */
public final class ConfigOptions implements Words {
    static final String CONFIG = "--config";

    private List<Path> typed = List.of();

    @Override
    public void describe(Form form) {
        form.paths(
                CONFIG,
                "FILE",
                given -> typed = given,
                "Take the servers that this file names, and no others; the file of any",
                "product will do. Repeat it for more, of which the first counts most.");
    }

    /** Takes these files, as if they had been typed. */
    void take(List<Path> files) {
        typed = files;
    }

    /** Returns the files that were typed. */
    public List<Path> files() {
        for (var file : typed) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new UsageException("%s %s: there is no such file, or it may not be read".formatted(CONFIG, file));
            }
        }
        return typed;
    }

    /** Returns what has to be typed after other words so that the same files are taken. */
    public static String again(List<Path> files) {
        return files.stream()
                .map(file -> " %s %s".formatted(CONFIG, ShellWord.of(file.toString())))
                .collect(Collectors.joining());
    }
}
