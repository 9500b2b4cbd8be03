package dev.fairlead.cli.shell;

import dev.fairlead.cli.frame.Surroundings;
import java.util.List;
import picocli.CommandLine;

/** All verbs of the command. */
public interface Commands {

    /** Runs one, and returns what it would tell the shell of the system. */
    int run(List<String> words, Surroundings surroundings);

    /** Returns what there is to type. */
    CommandLine line(Surroundings surroundings);
}
