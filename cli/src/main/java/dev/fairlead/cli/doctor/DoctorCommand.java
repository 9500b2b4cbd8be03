package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead doctor}: says what is wrong, and what to do. */
@Command(
        name = DoctorCommand.NAME,
        description = "Says what is wrong with a server, or with this machine, and what to do about it.",
        customSynopsis = {
            "Usage: fairlead doctor [OPTIONS]",
            "       fairlead doctor [OPTIONS] SERVER",
            "       fairlead doctor [OPTIONS] -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead doctor",
            "  fairlead doctor https://example.com/mcp",
            "  fairlead doctor files --config .vscode/mcp.json --junit target/doctor.xml",
            "  fairlead doctor --json -- python3 server.py"
        })
public final class DoctorCommand implements Callable<Integer> {
    static final String NAME = "doctor";

    @Parameters(
            arity = "0..*",
            paramLabel = "SERVER",
            description = {
                "The URL of a server, or its name: demo, which is built in, or one that",
                "  is configured; 'fairlead servers' lists those.",
                "Without it, COMMAND starts the server. Without either, this machine",
                "  is looked at, and all configured servers."
            })
    private List<String> words = List.of();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write what was found to this file too, as JUnit XML.")
    @Nullable
    private Path junit;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public DoctorCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, connection, output, LoginOffer.Consent.REFUSED);
        return new Doctor(words, connection.configFiles(), junit, visit).run().code();
    }
}
