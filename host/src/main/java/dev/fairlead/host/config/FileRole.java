package dev.fairlead.host.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Tells files that decide what runs from those that a server writes while it runs. */
final class FileRole {
    private static final Set<String> CODE =
            words("bash bat cjs class clj cmd csx cts dart dll dylib exe exs fish fsx go groovy jar java js jsx kts"
                + " lua mjs mts node php phar pl pm ps1 psm1 py pyc pyz r rb rs scala sh so swift ts tsx vbs war wasm"
                + " whl zsh");
    private static final Set<String> DATA =
            words("arrow bak cache csv dat data db db3 duckdb jsonl ldb log mdb ndjson out"
                    + " parquet pid rdb sock sqlite sqlite2 sqlite3 tmp tsv wal");
    private static final Set<String> FOR_DATA = words("cache data database databases db dbpath history journal log logs"
            + " logfile memory out output persist pid save sqlite state storage store temp tmp");

    private FileRole() {}

    /**
     * Tells whether a file is one that a server keeps its data in.
     *
     * @param option the option that it is given with; empty if there is none
     */
    static boolean isData(String option, Path file, boolean windows) {
        return !isCode(file, windows)
                && (DATA.contains(ending(file)) || parts(option).anyMatch(FOR_DATA::contains));
    }

    /** Tells whether a file is surely one that can be run or loaded. */
    static boolean isCode(Path file, boolean windows) {
        return CODE.contains(ending(file)) || begins(file, "#!") || (!windows && Files.isExecutable(file));
    }

    private static String ending(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Returns the words of an option's name, written in any way. */
    private static Stream<String> parts(String option) {
        return Arrays.stream(option.replaceAll("([a-z])([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT)
                .split("[^a-z0-9]+"));
    }

    private static boolean begins(Path file, String text) {
        try (var in = BoundedFile.open(file)) {
            return Arrays.equals(in.readNBytes(text.length()), text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException unreadable) {
            return true; // Who knows what it is; it is counted, and said to be unreadable.
        }
    }

    private static Set<String> words(String all) {
        return Set.of(all.split(" "));
    }
}
