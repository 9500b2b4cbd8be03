package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead disable}: changes an entry of a configuration. */
public final class DisableCommand implements Command {
    static final String NAME = "disable";

    private final NamedEntries entries = new NamedEntries();
    private final Surroundings surroundings;

    public DisableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead disable [OPTIONS] NAME...");
        form.examples(
                "  fairlead disable files",
                "  fairlead disable files tracker --json",
                "  fairlead disable files --config .mcp.json");
        form.include(entries);
    }

    @Override
    public Integer call() {
        return entries.edit(surroundings, NAME);
    }
}
