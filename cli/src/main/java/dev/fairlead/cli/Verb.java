package dev.fairlead.cli;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A verb, before anything of it is loaded.
 *
 * @param name what is typed
 * @param description one sentence
 * @param maker makes the command that reads the other words
 */
record Verb(String name, String description, Function<Surroundings, Command> maker) {

    /** Returns what can be typed after it. */
    CommandSpec form(Surroundings surroundings) {
        return Form.of(name, description, maker.apply(surroundings));
    }
}
