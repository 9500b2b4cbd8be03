package dev.fairlead.cli.console;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import org.jspecify.annotations.Nullable;

/** {@code fairlead console}: opens a page on which servers are connected, tried and watched. */
public final class ConsoleCommand implements Command {
    static final String NAME = "console";

    private boolean unopened;
    private @Nullable Integer port;
    private final ConfigOptions config = new ConfigOptions();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    /** Opens it in these surroundings. */
    public ConsoleCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead console [OPTIONS]");
        form.examples("  fairlead console", "  fairlead console --no-open --port 7411");
        form.flag("--no-open", on -> unopened = on, "Print the address, and do not open it in a browser.");
        form.number(
                "--port",
                "N",
                given -> port = given,
                "Listen on this port of this machine; without it, on that of the last",
                "time, so that a page which is still open finds it again.");
        form.include(config);
        form.include(output);
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
        return new Serving(visit, config.files(), port, !unopened).run().code();
    }
}
