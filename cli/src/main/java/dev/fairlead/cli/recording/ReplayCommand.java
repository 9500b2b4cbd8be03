package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fairlead replay}: serves a recording as if it were the server. */
@Command(
        name = ReplayCommand.NAME,
        description = "Serves a recording again, over stdio or HTTP, as if it were the server.",
        customSynopsis = "Usage: fairlead replay [OPTIONS] FILE",
        footer = {
            "  fairlead tools -- fairlead replay traffic.ndjson",
            "  fairlead replay traffic.ndjson --http --port 3000",
            "  fairlead replay traffic.ndjson --server files --speed real"
        })
public final class ReplayCommand implements Callable<Integer> {
    static final String NAME = "replay";

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "The recording.")
    private List<String> words = List.of();

    @Option(names = "--server", paramLabel = "NAME", description = "Which server to be, where several were recorded.")
    @Nullable
    private String server;

    @Option(
            names = "--speed",
            paramLabel = "SPEED",
            description = "real: take as long as the server took. fast: answer at once, which is usual.")
    private String speed = "fast";

    @Option(names = "--http", description = "Serve by Streamable HTTP, on this machine alone; prints the URL.")
    private boolean http;

    @Option(names = "--port", paramLabel = "N", description = "The port for --http; a free one without it.")
    private int port;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public ReplayCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
        var how = new Replaying.Manner(server, speed, http, port, output.json);
        return new Replaying(words, how, visit).run().code();
    }
}
