package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;

/** {@code fairlead enable}: changes an entry of a configuration. */
public final class EnableCommand implements Command {
    static final String NAME = "enable";

    private final NamedEntries entries = new NamedEntries();
    private final Surroundings surroundings;

    public EnableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead enable [OPTIONS] NAME...");
        form.examples(
                "  fairlead enable files",
                "  fairlead enable files tracker --json",
                "  fairlead enable files --config .mcp.json");
        form.include(entries);
    }

    @Override
    public Integer call() {
        return entries.edit(surroundings, NAME);
    }
}
