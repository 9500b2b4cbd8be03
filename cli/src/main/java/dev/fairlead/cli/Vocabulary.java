package dev.fairlead.cli;

import dev.fairlead.cli.completion.Grammar;
import dev.fairlead.cli.frame.Surroundings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What can be typed after the name of the program. */
record Vocabulary(Surroundings surroundings) implements Grammar {

    @Override
    public Map<String, String> verbs() {
        var verbs = new LinkedHashMap<String, String>();
        Verbs.ALL.forEach(verb -> verbs.put(verb.name(), verb.description()));
        return verbs;
    }

    @Override
    public Optional<CommandSpec> verb(String name) {
        return Verbs.named(name)
                .map(verb -> Main.commandLine(List.of(verb), surroundings)
                        .getSubcommands()
                        .get(name))
                .map(CommandLine::getCommandSpec);
    }
}
