package dev.fairlead.cli.recording;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead replay}: serves a recording as if it were the server. */
public final class ReplayCommand implements Command {
    static final String NAME = "replay";

    private List<String> words = List.of();
    private @Nullable String server;
    private String speed = "fast";
    private boolean http;
    private @Nullable Integer port;
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public ReplayCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead replay [OPTIONS] FILE");
        form.examples(
                "  fairlead tools -- fairlead replay traffic.ndjson",
                "  fairlead replay traffic.ndjson --http --port 3000",
                "  fairlead replay traffic.ndjson --server files --speed real");
        form.words("FILE", given -> words = given, "The recording.");
        form.text("--server", "NAME", given -> server = given, "Which server to be, where several were recorded.");
        form.text(
                "--speed",
                "SPEED",
                given -> speed = given,
                "real: take as long as the server took. fast: answer at once, which is usual.");
        form.flag(
                "--http",
                on -> http = on,
                "Serve by Streamable HTTP, on this machine alone; prints the URL, another one each time.");
        form.number("--port", "N", given -> port = given, "The port for --http; a free one without it.");
        form.include(output);
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
        var how = new Replaying.Manner(server, speed, http, port, output.json);
        return new Replaying(words, how, visit).run().code();
    }
}
