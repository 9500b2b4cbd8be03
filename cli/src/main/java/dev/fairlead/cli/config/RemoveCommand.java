package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead remove}: changes an entry of a configuration. */
public final class RemoveCommand implements Command {
    static final String NAME = "remove";

    private final NamedEntries entries = new NamedEntries();
    private final Surroundings surroundings;

    public RemoveCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead remove [OPTIONS] NAME...");
        form.examples(
                "  fairlead remove files",
                "  fairlead remove files tracker --json",
                "  fairlead remove files --config .mcp.json");
        form.include(entries);
    }

    @Override
    public Integer call() {
        return entries.edit(surroundings, NAME);
    }
}
