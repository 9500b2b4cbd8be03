package dev.fairlead.cli.config;

import dev.fairlead.cli.config.KnownEntries.Done;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConnectionOptions;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.LoginOffer;
import dev.fairlead.cli.frame.OutputOptions;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.host.config.ConfigEditException;
import java.util.ArrayList;
import java.util.List;

/** The work of {@code fairlead remove}, {@code enable} and {@code disable}. */
public final class Editing {
    private final Surroundings surroundings;
    private final ConfigOptions config;
    private final String verb;
    private final Visit visit;

    Editing(Surroundings surroundings, OutputOptions output, ConfigOptions config, String verb) {
        this.surroundings = surroundings;
        this.config = config;
        this.verb = verb;
        this.visit = new Visit(surroundings, new ConnectionOptions(), output, LoginOffer.Consent.REFUSED);
    }

    ExitCode run(List<String> names) {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> edit(attempt, names));
    }

    private ExitCode edit(Attempt attempt, List<String> names) {
        visit.refuseServer(verb);
        if (names.isEmpty()) {
            throw new UsageException(
                    "no server is named; type 'fairlead %s NAME' ('fairlead servers' lists them)".formatted(verb));
        }
        if (names.size() == 1) {
            attempt.meets(names.getFirst());
        }
        var done = new ArrayList<Done>();
        Failure failure = null;
        for (var name : names.stream().distinct().toList()) {
            try {
                done.add(edit(name));
            } catch (UsageException | ConfigEditException refused) {
                if (done.isEmpty()) {
                    throw refused;
                }
                failure = visit.judge(refused);
                break;
            }
        }
        var all = KnownEntries.changes(done);
        visit.printer().print(attempt, new Changes(all.changes(), all.details(), all.warnings(), all.next(), failure));
        return ExitCode.of(failure);
    }

    private Done edit(String name) {
        // Read anew each time: the name before may have stood in the same file.
        var entries = new KnownEntries(surroundings, config);
        return switch (verb) {
            case RemoveCommand.NAME -> entries.remove(name);
            case EnableCommand.NAME -> entries.switchTo(name, true);
            default -> entries.switchTo(name, false);
        };
    }
}
