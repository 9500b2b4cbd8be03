package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ConfigOptions;
import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Question;
import dev.fairlead.cli.frame.Suggestion;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.question.Excerpts;
import dev.fairlead.cli.server.Approval.Decision;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.StartConsent;
import dev.fairlead.host.trust.StartConsent.Consent;
import dev.fairlead.protocol.error.StartRefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The work of {@code fairlead approve}. It starts nothing. */
public final class Approving {
    static final String YES = "--yes";
    static final String DENY = "--deny";
    static final String ALL = "--all";

    private final List<String> words;
    private final boolean all;
    private final ConfigOptions config;
    private final @Nullable String seen;
    private final boolean deny;
    private final Visit visit;

    /**
     * Prepares it.
     *
     * @param all whether all are meant that need it
     * @param seen the hash of what somebody has looked at; null if that is still to be done
     */
    Approving(List<String> words, boolean all, ConfigOptions config, @Nullable String seen, boolean deny, Visit visit) {
        this.words = words;
        this.all = all;
        this.config = config;
        this.seen = seen;
        this.deny = deny;
        this.visit = visit;
    }

    ExitCode run() {
        var attempt = Attempt.begin();
        return visit.stay(attempt, () -> approve(attempt));
    }

    private ExitCode approve(Attempt attempt) {
        visit.refuseServer(ApproveCommand.NAME);
        check();
        var servers = ConfiguredServers.read(visit.surroundings(), config.files());
        var names = all ? needing(servers) : words.stream().distinct().toList();
        // Before anything is decided about any.
        for (var name : names) {
            if (servers.find(name).isEmpty()) {
                throw unknown(name, servers);
            }
        }
        if (names.size() == 1 && !all) {
            attempt.meets(names.getFirst());
            var approval = approval(names.getFirst(), servers);
            visit.printer().print(attempt, approval);
            return ExitCode.of(approval.failure());
        }
        var approvals = new ArrayList<Approval>();
        for (var name : names) {
            var approval = approval(name, servers);
            approvals.add(approval);
            visit.printer().now(page -> page.remark(approval.remark()));
        }
        var outcome = Approvals.of(approvals, all ? servers.mistake() : Optional.empty(), visit);
        visit.printer().print(attempt, outcome);
        return ExitCode.of(outcome.failure());
    }

    private static List<String> needing(ConfiguredServers servers) {
        return servers.configuration().servers().stream()
                .filter(server -> server.enabled() && ConfiguredServers.needsConsent(server))
                .map(ServerConfig::name)
                .toList();
    }

    private Approval approval(String name, ConfiguredServers servers) {
        servers.problems(name).forEach(problem -> visit.warn(problem.text()));
        var server = servers.find(name).orElseThrow(() -> unknown(name, servers));
        return deny ? denial(server) : question(server, servers);
    }

    /** Refuses whatever the file says, so that none of the files is looked at that it names. */
    private Approval denial(ServerConfig server) {
        var file = file(server);
        if (file.isEmpty()) {
            return new Approval(
                    server.name(),
                    null,
                    Decision.NONE,
                    visit.judge(new UsageException("server '%s' is your own; to keep it from starting, disable it in %s"
                            .formatted(server.name(), ConfiguredServers.place(server.origin())))));
        }
        return ConfiguredServers.consents(visit.surroundings(), consent -> {
            consent.deny(file.get(), server.name(), Scope.ALWAYS);
            return new Approval(server.name(), null, Decision.DENIED, null);
        });
    }

    private Approval question(ServerConfig server, ConfiguredServers servers) {
        var proposal = servers.proposal(server);
        var lines = lines(proposal);
        if (isReadable(lines)) {
            visit.printer().now(page -> page.lines(lines));
        }
        Failure failure = null;
        var decision = Decision.NONE;
        try {
            decision = decide(server, proposal, servers.approving(server.name()));
        } catch (UsageException | StartRefusedException undecided) {
            failure = visit.judge(undecided);
        }
        return new Approval(server.name(), proposal, decision, failure);
    }

    /** Returns the file that somebody has to agree to; empty for the user's own. */
    private static Optional<Path> file(ServerConfig server) {
        return Optional.ofNullable(server.origin().file()).filter(place -> ConfiguredServers.needsConsent(server));
    }

    private static List<String> lines(ConfigFingerprint proposal) {
        return Stream.concat(proposal.describe().stream(), Stream.of("hash: " + proposal.hash()))
                .toList();
    }

    private boolean isReadable(List<String> lines) {
        return Excerpts.readable(lines, visit.surroundings().screen().columns());
    }

    private void check() {
        if (words.isEmpty() && !all) {
            throw new UsageException(
                    "no server is named; type 'fairlead approve NAME' ('fairlead servers' lists them)");
        }
        if (all && !words.isEmpty()) {
            throw new UsageException(
                    "%s and '%s' both say which servers; drop one of them".formatted(ALL, words.getFirst()));
        }
        if (seen != null && (all || words.size() > 1)) {
            throw new UsageException("%s is for one server: a hash was shown for one".formatted(YES));
        }
        if (seen != null && deny) {
            throw new UsageException("%s and %s say the opposite; drop one of them".formatted(YES, DENY));
        }
    }

    private static UsageException unknown(String name, ConfiguredServers servers) {
        return new UsageException(
                servers.names().isEmpty()
                        ? "there is no server named '%s': none is configured; 'fairlead servers' says where to"
                                .formatted(name)
                        : "there is no server named '%s' in the configuration; %s"
                                .formatted(name, Suggestion.among(name, servers.names())));
    }

    private Decision decide(ServerConfig server, ConfigFingerprint proposal, String command) {
        var file = file(server);
        if (file.isEmpty()) {
            return Decision.NOT_NEEDED;
        }
        return ConfiguredServers.consents(
                visit.surroundings(), consent -> decide(file.get(), server.name(), proposal, consent, command));
    }

    private Decision decide(Path file, String name, ConfigFingerprint proposal, StartConsent consent, String command) {
        var hash = proposal.hash();
        boolean same = seen == null || seen.strip().toLowerCase(Locale.ROOT).equals(hash);
        if (!same) {
            throw new StartRefusedException(
                    name, "what would be started is not what that hash was shown for; look at it anew");
        }
        var before = consent.look(file, name, hash);
        if (before == Consent.GIVEN) {
            return Decision.ALREADY;
        }
        refuseUnreadable(name, proposal, command);
        if (seen == null && !agreed(name, before, "%s %s %s".formatted(command, YES, hash))) {
            throw new StartRefusedException(name, "nobody agreed");
        }
        if (before == Consent.DENIED) {
            consent.withdraw(file, name);
        }
        if (!consent.give(file, name, hash, Scope.ALWAYS)) {
            throw new StartRefusedException(name, "somebody else has denied it just now");
        }
        return Decision.APPROVED;
    }

    /** Nobody agrees to what they cannot read before, also not by a hash. */
    private void refuseUnreadable(String name, ConfigFingerprint proposal, String command) {
        var lines = lines(proposal);
        if (!isReadable(lines)) {
            throw UsageException.declined(
                    "what server '%s' would start is too long to be read here before somebody agrees (%s characters); nothing was decided, and '%s %s' keeps it from being started"
                            .formatted(
                                    name,
                                    lines.stream().mapToInt(String::length).sum(),
                                    command,
                                    DENY));
        }
    }

    private boolean agreed(String name, Consent before, String agreeing) {
        if (!visit.mayAsk()) {
            throw UsageException.declined(
                    "nobody can be asked here; to agree to just this, run %s".formatted(ShellWord.command(agreeing)));
        }
        var what = switch (before) {
            case CHANGED -> "This is not what was agreed to before. ";
            case DENIED -> "This was denied before. ";
            default -> "";
        };
        return new Question(visit.surroundings(), "approving", name)
                .agreed("%sMay it be started like this from now on?".formatted(what), false);
    }
}
