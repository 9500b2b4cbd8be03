package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ConsentStoreException;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Targets;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.store.StoreException;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at one server: how it is configured, then how it is reached, then what it does. */
final class ServerExam {
    static final String CONFIGURATION = "configuration";
    private static final String APPROVAL = "approval";

    private final Visit visit;
    private final Chart chart;
    private final Optional<Entry> entry;

    /** What files say of the server. */
    record Entry(ConfiguredServers servers, String name) {
        Optional<ServerConfig> server() {
            return servers.find(name);
        }
    }

    ServerExam(Visit visit, String subject, Optional<Entry> entry) {
        this.visit = visit;
        this.chart = Chart.ofServer(subject);
        this.entry = entry;
    }

    /** Looks at the server that these words name. */
    Chart examine(List<String> words) {
        entry.ifPresent(this::configuration);
        if (chart.cause().isPresent()) {
            return chart.skip(ServiceExam.ALL);
        }
        try (var targets = visit.targets()) {
            var target = find(targets, words);
            if (target.isPresent()) {
                examine(target.get());
            }
        } catch (StoreException | ConsentStoreException broken) {
            chart.add(Check.failed(
                    "store",
                    String.valueOf(broken.getMessage()),
                    "correct that file, or its rights",
                    visit.judgeOpening(broken)));
        }
        return chart.skip(rest());
    }

    private List<String> rest() {
        return ServiceExam.ALL.stream().filter(name -> !chart.has(name)).toList();
    }

    private void configuration(Entry known) {
        var problems = known.servers().problems(known.name());
        var errors = problems.stream()
                .filter(problem -> problem.severity() == dev.fairlead.host.config.ConfigProblem.Severity.ERROR)
                .toList();
        if (known.server().isEmpty()
                || errors.stream().anyMatch(error -> known.name().equals(error.server()))) {
            if (!errors.isEmpty()) {
                chart.add(Check.failed(
                                CONFIGURATION,
                                errors.getFirst().text(),
                                "correct the file at that place",
                                ExitCode.BAD_CONFIGURATION,
                                "configuration")
                        .with(errors.stream().skip(1).map(error -> error.text()).toList()));
            }
            return;
        }
        var place = known.server()
                .map(server -> ConfiguredServers.place(server.origin()))
                .orElse("");
        chart.add(
                problems.isEmpty()
                        ? Check.ok(CONFIGURATION, place)
                        : Check.warning(CONFIGURATION, place, "correct what is listed here")
                                .with(problems.stream()
                                        .map(problem -> problem.text())
                                        .toList()));
    }

    private Optional<Target> find(Targets targets, List<String> words) {
        try {
            return Optional.of(targets.only(words, DoctorCommand.NAME));
        } catch (StartRefusedException refused) {
            var agreeing =
                    entry.map(known -> known.servers().approving(known.name())).orElse("fairlead approve NAME");
            chart.add(Check.failed(
                    APPROVAL,
                    "nobody has agreed to what this server of a project's file would start, so it was not started",
                    "look at it, and agree, with %s".formatted(ShellWord.command(agreeing)),
                    visit.judgeOpening(refused)));
        } catch (ConfigurationException wrong) {
            var judged = visit.judgeOpening(wrong);
            chart.add(
                    wrong.variable().isPresent()
                            ? Check.failed(
                                    "variables",
                                    "%s needs the variable '%s', which is not set"
                                            .formatted(
                                                    wrong.field(),
                                                    wrong.variable().get()),
                                    "set it before you run this, or write a default: ${%s:-VALUE}"
                                            .formatted(wrong.variable().get()),
                                    judged)
                            : Check.failed(CONFIGURATION, judged.message(), "correct that field", judged));
        } catch (ServerStartException missing) {
            chart.add(Check.failed(
                    StartExam.COMMAND,
                    String.valueOf(missing.getMessage()),
                    "correct the path",
                    visit.judgeOpening(missing)));
        } catch (UsageException unusable) {
            if (entry.flatMap(Entry::server).isEmpty()) {
                throw unusable;
            }
            chart.add(Check.failed(
                    CONFIGURATION, String.valueOf(unusable.getMessage()), "see above", visit.judgeOpening(unusable)));
        }
        return Optional.empty();
    }

    private void examine(Target target) {
        entry.flatMap(Entry::server)
                .filter(ConfiguredServers::needsConsent)
                .ifPresent(server -> chart.add(Check.ok(APPROVAL, "somebody agreed to what it starts")));
        switch (target.transport()) {
            case StdioTransport process -> new ProcessExam(visit, chart, target, process).examine();
            case HttpTransport address -> new RemoteExam(visit, chart, target, address).examine();
            default -> plain(target);
        }
    }

    private void plain(Target target) {
        try (var meeting = Meeting.with(visit, target)) {
            meeting.problem().ifPresent(problem -> chart.add(Handshake.failed(visit, problem)));
            meeting.client().ifPresent(client -> new ServiceExam(client, chart, visit).examine());
        }
    }

    /** Tells whether something went wrong that nobody waits for any more. */
    static boolean stopped(Visit visit, Throwable problem) {
        return problem instanceof McpException && visit.judgeOpening(problem).exitCode() == ExitCode.INTERRUPTED;
    }

    static List<String> without(List<String> names, Chart chart) {
        return Stream.of(names)
                .flatMap(List::stream)
                .filter(name -> !chart.has(name))
                .toList();
    }
}
