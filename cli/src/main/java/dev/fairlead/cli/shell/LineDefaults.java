package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.OutputOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What every line has that does not say otherwise.
 *
 * @param json whether documents are printed
 * @param config the files that name servers
 */
record LineDefaults(boolean json, ConfigOptions config) {
    private static final String CONFIG = "--config";

    /** Returns the words of a line with what its verb knows and nobody typed. */
    List<String> added(List<String> words, CommandSpec verb) {
        var all = new ArrayList<>(words);
        if (json && verb.findOption(OutputOptions.JSON) != null && !words.contains(OutputOptions.JSON)) {
            all.add(1, OutputOptions.JSON);
        }
        boolean typed = words.stream().anyMatch(word -> word.equals(CONFIG) || word.startsWith(CONFIG + "="));
        if (verb.findOption(CONFIG) != null && !typed && !words.contains("--")) {
            config.files().forEach(file -> all.addAll(1, List.of(CONFIG, file.toString())));
        }
        return all;
    }
}
