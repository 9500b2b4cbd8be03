package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Command;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fairlead approve}: lets a person agree to start a server that a project's file names. */
public final class ApproveCommand implements Command {
    public static final String NAME = "approve";

    private List<String> words = List.of();
    private final ConfigOptions config = new ConfigOptions();
    private @Nullable String seen;
    private boolean all;
    private boolean deny;
    private final OutputOptions output = new OutputOptions();
    private final Surroundings surroundings;

    public ApproveCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void describe(Form form) {
        form.usage("Usage: fairlead approve [OPTIONS] NAME...", "       fairlead approve [OPTIONS] --all");
        form.examples(
                "  fairlead approve files",
                "  fairlead approve files --yes HASH",
                "  fairlead approve files tracker",
                "  fairlead approve --all --deny");
        form.words("NAME", given -> words = given, "The names of configured servers.");
        form.include(config);
        form.text(
                Approving.YES,
                "HASH",
                given -> seen = given,
                "Agree without being asked, to exactly what this hash was shown for.");
        form.flag(
                Approving.ALL,
                on -> all = on,
                "Look at every enabled server that needs approval, one after the other.");
        form.flag(Approving.DENY, on -> deny = on, "Deny it, whatever the file says later.");
        form.include(output);
    }

    @Override
    public Integer call() {
        var visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
        return new Approving(words, all, config, seen, deny, visit).run().code();
    }
}
