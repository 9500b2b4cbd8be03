package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.ConfigOptions;
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

/** {@code fairlead approve}: lets a person agree to start a server that a project's file names. */
@Command(
        name = ApproveCommand.NAME,
        description = "Shows what a project's server would start, and agrees to it, or denies it.",
        customSynopsis = {"Usage: fairlead approve [OPTIONS] NAME...", "       fairlead approve [OPTIONS] --all"},
        footer = {
            "  fairlead approve files",
            "  fairlead approve files --yes HASH",
            "  fairlead approve files tracker",
            "  fairlead approve --all --deny"
        })
public final class ApproveCommand implements Callable<Integer> {
    public static final String NAME = "approve";

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "The names of configured servers.")
    private List<String> words = List.of();

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Option(
            names = Approving.YES,
            paramLabel = "HASH",
            description = {"Agree without being asked, to exactly what this hash was shown for."})
    @Nullable
    private String seen;

    @Option(
            names = Approving.ALL,
            description = "Look at every enabled server that needs approval, one after the other.")
    private boolean all;

    @Option(names = Approving.DENY, description = "Deny it, whatever the file says later.")
    private boolean deny;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final Surroundings surroundings;

    public ApproveCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
        return new Approving(words, all, config, seen, deny, !output.json, visit)
                .run()
                .code();
    }
}
