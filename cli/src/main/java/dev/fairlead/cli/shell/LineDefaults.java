package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.OutputOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What every line has that does not say otherwise.
 *
 * @param output how it prints
 * @param config the files that name servers
 */
record LineDefaults(OutputOptions output, ConfigOptions config) {
    private static final String CONFIG = "--config";

    /** Returns the words of a line with what its verb knows and nobody typed. */
    List<String> added(List<String> words, CommandSpec verb) {
        var all = new ArrayList<>(words);
        for (var option : output.again()) {
            if (isMissing(option.split("=", 2)[0], words, verb)) {
                all.add(1, option);
            }
        }
        if (isMissing(CONFIG, words, verb) && !words.contains("--")) {
            config.files().forEach(file -> all.addAll(1, List.of(CONFIG, file.toString())));
        }
        return all;
    }

    /** Returns the words of a line whose verb nobody knows, with how that is to be told. */
    List<String> added(List<String> words) {
        var all = new ArrayList<>(words);
        if (output.json) {
            all.add(1, OutputOptions.JSON); // Not behind a command.
        }
        return all;
    }

    /** Returns how lines print that are not about a verb. */
    boolean json() {
        return output.json;
    }

    private static boolean isMissing(String option, List<String> words, CommandSpec verb) {
        return verb.findOption(option) != null
                && words.stream()
                        .takeWhile(word -> !word.equals("--"))
                        .noneMatch(word -> word.equals(option) || word.startsWith(option + "="));
    }
}
