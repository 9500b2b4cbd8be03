package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.protocol.error.ConnectTimeoutException;
import dev.fairlead.protocol.error.ServerExitedException;
import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks at a server that is a process of this machine. */
final class ProcessExam {
    private static final String START = "start";
    private static final int SHOWN = 10;
    private static final Pattern TELLING =
            Pattern.compile("(?i)error: |exception|cannot |could not |fatal|denied|required|not found|missing");
    private static final Pattern ADDRESS = Pattern.compile("https?://[\\w.\\[\\]:-]+(?:/[\\w./-]*)?");

    /** What servers complain of as they die, and what helps. */
    private record Complaint(Pattern words, String remedy) {
        static Complaint of(String words, String remedy) {
            return new Complaint(Pattern.compile(words), remedy);
        }
    }

    private static final List<Complaint> COMPLAINTS = List.of(
            Complaint.of(
                    "Cannot find (?:module|package) '|ERR_MODULE_NOT_FOUND",
                    "install what it needs ('npm install' in its folder), or correct the path of its script"),
            Complaint.of(
                    "ModuleNotFoundError|No module named|ImportError",
                    "install what it needs into the Python that runs it ('pip install'), or name the Python of its"
                            + " environment"),
            Complaint.of("npm (?:error|ERR!) (?:code )?E?404|404 Not Found - GET", "correct the name of the package"),
            Complaint.of("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|network", "check the network, which it needs to start"),
            Complaint.of("EADDRINUSE|Address already in use", "end the other program that uses the same port"),
            Complaint.of("SyntaxError|Unexpected token", "correct its source, or run it with a newer interpreter"),
            Complaint.of("EACCES|PermissionError|[Pp]ermission denied", "change the rights of what it wants to use"),
            Complaint.of(
                    "(?i)(?:api.?key|token|environment variable|env var).{0,60}(?:required|missing|not set|must)",
                    "set what it asks for, under \"env\" of its entry"),
            Complaint.of("(?i)usage:|unrecognized arguments?|unknown option", "correct its arguments"));

    private final Visit visit;
    private final Chart chart;
    private final Target target;
    private final StartExam start;

    ProcessExam(Visit visit, Chart chart, Target target, StdioTransport transport) {
        this.visit = visit;
        this.chart = chart;
        this.target = target;
        this.start = new StartExam(transport.command());
    }

    void examine() {
        chart.add(start.program());
        if (chart.cause().isPresent()) {
            chart.skip(List.of(START, StartExam.STDOUT));
            return;
        }
        try (var meeting = Meeting.with(visit, target)) {
            start.files(meeting.problem(ServerExitedException.class).isPresent())
                    .ifPresent(chart::add);
            started(meeting);
            meeting.client().ifPresent(client -> {
                new ServiceExam(client, chart, visit).examine();
            });
        }
    }

    private void started(Meeting meeting) {
        var unstarted = meeting.problem(ServerStartException.class);
        if (unstarted.isPresent()) {
            chart.add(Check.failed(
                    START,
                    String.valueOf(unstarted.get().getMessage()),
                    "see that it is a program for this machine",
                    visit.judgeOpening(unstarted.get())));
            chart.skip(List.of(StartExam.STDOUT));
            return;
        }
        var noise = meeting.violations(Violation.Kind.NOISE);
        boolean connected = meeting.client().isPresent();
        var exit = meeting.problem(ServerExitedException.class);
        if (exit.isPresent()) {
            var died = died(exit.get(), noise);
            var file = chart.cause();
            chart.add(
                    file.isPresent()
                            ? new Check(
                                    died.name(), Check.State.FAILED, died.seen(), null, died.details(), died.failure())
                            : died);
        } else {
            chart.add(Check.ok(START, "it runs"));
        }
        boolean handshakeToBlame =
                meeting.problem().isPresent() && !(meeting.problem().get() instanceof ConnectTimeoutException);
        chart.add(StartExam.stdout(noise, connected || handshakeToBlame, exit.isPresent()));
        if (exit.isEmpty() && chart.cause().isEmpty()) {
            meeting.problem().ifPresent(problem -> chart.add(spoken(meeting, Handshake.failed(visit, problem))));
        }
    }

    private Check died(ServerExitedException exit, List<Violation> noise) {
        var lines = exit.lastErrorLines();
        var shown = lines.subList(Math.max(0, lines.size() - SHOWN), lines.size());
        var said = Stream.concat(lines.stream(), noise.stream().map(Violation::detail))
                .toList();
        var remedy = COMPLAINTS.stream()
                .filter(one ->
                        said.stream().anyMatch(line -> one.words().matcher(line).find()))
                .map(Complaint::remedy)
                .findFirst()
                .orElse(
                        lines.isEmpty()
                                ? "run its command by hand, and see what it says"
                                : "correct what it complains of on stderr");
        var signal = exit.signal().isPresent()
                ? " (signal %s)".formatted(exit.signal().getAsInt())
                : "";
        return Check.failed(
                        START,
                        "the server exited with code %s%s before it answered; %s"
                                .formatted(
                                        exit.exitCode(),
                                        signal,
                                        lines.isEmpty()
                                                ? "it wrote nothing to stderr"
                                                : "on stderr it says: " + telling(lines)),
                        remedy,
                        visit.judgeOpening(exit))
                .with(shown.stream().map("stderr: "::concat).toList());
    }

    /** The last line is often about something else, such as a version. */
    private static String telling(List<String> lines) {
        return lines.reversed().stream()
                .filter(line -> TELLING.matcher(line).find())
                .findFirst()
                .orElseGet(() -> lines.reversed().stream()
                        .filter(line -> !line.isBlank())
                        .findFirst()
                        .orElse(""));
    }

    /** A program that serves HTTP says where, and answers nothing here. */
    private static Check spoken(Meeting meeting, Check failed) {
        var lines = meeting.stderr();
        var details = lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()).stream()
                .map("stderr: "::concat)
                .toList();
        var address = address(lines);
        if (address.isEmpty() || failed.failure() == null || failed.failure().exitCode() != ExitCode.TIMED_OUT) {
            return failed.with(details);
        }
        return Check.failed(
                        failed.name(),
                        failed.seen(),
                        "it seems to serve HTTP at %s: start it by hand, and use that URL; or give it the argument that"
                                        .formatted(address.get())
                                + " has it speak over stdio",
                        failed.failure())
                .with(details);
    }

    private static Optional<String> address(List<String> lines) {
        return lines.stream()
                .map(ADDRESS::matcher)
                .filter(java.util.regex.Matcher::find)
                .map(java.util.regex.Matcher::group)
                .findFirst();
    }
}
