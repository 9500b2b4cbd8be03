package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Verbosity;
import dev.fairlead.cli.frame.Visit;
import java.util.List;

/** {@code fairlead record}: stands between a client and a server, and records what they say. */
public final class RecordCommand implements Command {
    static final String NAME = "record";

    private List<String> words = List.of();
    private final ConnectionOptions connection = new ConnectionOptions();
    private final Verbosity verbosity = new Verbosity();
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public RecordCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage(
                "Usage: fairlead record [OPTIONS] FILE SERVER",
                "       fairlead record [OPTIONS] FILE -- COMMAND [ARGUMENT...]");
        form.examples(
                "  fairlead record traffic.ndjson -- node server.js     # as the command of a server, in any product",
                "  fairlead record traffic.ndjson https://example.com/mcp",
                "  fairlead tools demo --record traffic.ndjson          # any verb records what it says itself",
                "  fairlead replay traffic.ndjson");
        form.words(
                "FILE",
                given -> words = given,
                "The file to record to, then the URL or the name of a server.",
                "Without that, COMMAND starts the server. A recording that exists",
                "  is continued; any other file is refused. Secrets are hidden.");
        form.include(connection);
        form.include(verbosity);
        form.include(output);
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, connection, output.verbosely(verbosity.typed), LoginOffer.Consent.REFUSED);
        return new Standing(words, output.json, visit).run().code();
    }
}
