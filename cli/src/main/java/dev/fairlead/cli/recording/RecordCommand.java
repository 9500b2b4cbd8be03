package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code fairlead record}: stands between a client and a server, and records what they say. */
@Command(
        name = RecordCommand.NAME,
        description = "Stands between a client on stdin and stdout and a server, and records what they say.",
        customSynopsis = {
            "Usage: fairlead record [OPTIONS] FILE SERVER",
            "       fairlead record [OPTIONS] FILE -- COMMAND [ARGUMENT...]"
        },
        footer = {
            "  fairlead record traffic.ndjson -- node server.js     # as the command of a server, in any product",
            "  fairlead record traffic.ndjson https://example.com/mcp",
            "  fairlead tools demo --record traffic.ndjson          # any verb records what it says itself",
            "  fairlead replay traffic.ndjson"
        })
public final class RecordCommand implements Callable<Integer> {
    static final String NAME = "record";

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = {
                "The file to record to, then the URL or the name of a server.",
                "Without that, COMMAND starts the server. A recording that exists",
                "  is continued; any other file is refused. Secrets are hidden."
            })
    private List<String> words = List.of();

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public RecordCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, connection, output, LoginOffer.Consent.REFUSED);
        return new Standing(words, output.json, visit).run().code();
    }
}
