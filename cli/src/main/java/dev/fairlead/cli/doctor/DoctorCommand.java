package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Verbosity;
import dev.fairlead.cli.frame.Visit;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead doctor}: says what is wrong, and what to do. */
public final class DoctorCommand implements Command {
    static final String NAME = "doctor";

    private List<String> words = List.of();
    private @Nullable Path junit;
    private final ConnectionOptions connection = new ConnectionOptions();
    private final Verbosity verbosity = new Verbosity();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public DoctorCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead doctor [OPTIONS]",
                "       fairlead doctor [OPTIONS] SERVER",
                "       fairlead doctor [OPTIONS] -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead doctor",
                "  fairlead doctor https://example.com/mcp",
                "  fairlead doctor files --config .vscode/mcp.json --junit target/doctor.xml",
                "  fairlead doctor --json -- python3 server.py");
        form.words(
                "SERVER",
                given -> words = given,
                "The URL of a server, or its name: demo, which is built in, or one that",
                "  is configured; 'fairlead servers' lists those.",
                "Without it, COMMAND starts the server. Without either, this machine",
                "  is looked at, and all configured servers.");
        form.path("--junit", "FILE", given -> junit = given, "Write what was found to this file too, as JUnit XML.");
        form.include(connection);
        form.include(verbosity);
        form.include(output);
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, connection, output.verbosely(verbosity.typed), LoginOffer.Consent.REFUSED);
        return new Doctor(words, connection.configFiles(), junit, visit).run().code();
    }
}
