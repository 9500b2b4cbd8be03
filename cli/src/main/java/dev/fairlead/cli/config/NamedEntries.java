package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Words;
import java.util.List;

/** What is typed after a verb that changes the entries of servers. */
public final class NamedEntries implements Words {
    private List<String> names = List.of();
    private final ConfigOptions config = new ConfigOptions();
    private final OutputOptions output = new OutputOptions();

    @Override
    public void describe(Form form) {
        form.words(
                "NAME",
                given -> names = given,
                "The names of configured servers. Only files of fairlead are changed,",
                "yours before the project's, unless --config names another one.");
        form.include(config);
        form.include(output);
    }

    /** Changes them, and returns what to tell the shell. */
    int edit(Surroundings surroundings, String verb) {
        return new Editing(surroundings, output, config, verb).run(names).code();
    }
}
