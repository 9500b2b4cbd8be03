package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.ConsentStoreException;
import dev.fairlead.cli.frame.CredentialFile;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ColourChoice;
import dev.fairlead.cli.text.Count;
import dev.fairlead.host.config.ConfigFile;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.ConfigProblem.Severity;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.store.StoreException;
import dev.fairlead.wire.http.EnvironmentProxies;
import dev.fairlead.wire.stdio.ServerCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at the machine that this program runs on, as far as servers need it. */
final class MachineExam {
    private static final List<String> PROXIES = List.of("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY");
    private static final List<String> USUAL = List.of("node", "npx", "python3", "uvx");
    private static final Pattern SECRET = Pattern.compile("//[^/]*@");
    // No machine on which this runs is in a time before it was written.
    private static final Instant WRITTEN = Instant.parse("2026-01-01T00:00:00Z");

    private final Visit visit;
    private final Surroundings surroundings;
    private final Map<String, String> environment;
    private final ConfiguredServers configured;
    private final Chart chart = Chart.ofMachine();

    MachineExam(Visit visit, ConfiguredServers configured) {
        this.visit = visit;
        this.surroundings = visit.surroundings();
        this.environment = surroundings.environment();
        this.configured = configured;
    }

    Chart examine() {
        files().forEach(chart::add);
        chart.add(java());
        chart.add(path());
        chart.add(interpreters());
        credentials();
        decisions();
        chart.add(keyring());
        chart.add(proxies());
        chart.add(clock());
        chart.add(terminal());
        return chart;
    }

    private static Check java() {
        return Check.ok(
                "java",
                "%s (%s), %s %s"
                        .formatted(
                                Runtime.version(),
                                System.getProperty("java.vendor", ""),
                                System.getProperty("os.name", ""),
                                System.getProperty("os.arch", "")));
    }

    private static Check path() {
        // Programs are looked for in that of this process, whatever else is given.
        var path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        var folders = Stream.of(path.split(Pattern.quote(File.pathSeparator)))
                .filter(folder -> !folder.isBlank())
                .distinct()
                .toList();
        if (folders.isEmpty()) {
            return Check.warning("PATH", "it is empty or not set", "set it: programs are looked for there");
        }
        long missing = folders.stream().filter(folder -> !isFolder(folder)).count();
        return Check.ok(
                "PATH",
                Count.of(folders.size(), "folder") + (missing == 0 ? "" : "; not there: %s".formatted(missing)));
    }

    private static boolean isFolder(String folder) {
        try {
            return Files.isDirectory(Path.of(folder));
        } catch (InvalidPathException odd) {
            return false;
        }
    }

    /** Those that configured servers need have to be there; the others are good to know of. */
    private Check interpreters() {
        var needed = new TreeSet<String>();
        for (var server : configured.configuration().servers()) {
            if (server.enabled()
                    && server.endpoint() instanceof Endpoint.Command command
                    && Programs.isInterpreter(command.program())
                    && !command.program().contains("/")) {
                needed.add(command.program());
            }
        }
        var found = new ArrayList<String>();
        var missing = new TreeMap<String, List<String>>();
        Stream.concat(needed.stream(), USUAL.stream()).distinct().forEach(name -> {
            var search = ServerCommand.of(name).search();
            search.file().ifPresent(file -> found.add("%s: %s".formatted(name, file)));
            if (search.file().isEmpty() && needed.contains(name)) {
                missing.put(name, search.folders());
            }
        });
        if (missing.isEmpty()) {
            return Check.ok(
                            "interpreters",
                            needed.isEmpty() ? "no server needs one" : "all that servers need are there")
                    .with(found);
        }
        var first = missing.firstKey();
        return Check.failed(
                        "interpreters",
                        "there is no %s on PATH, and servers need it"
                                .formatted(missing.keySet().stream()
                                        .map("'%s'"::formatted)
                                        .collect(Collectors.joining(" and no "))),
                        Programs.remedy(first),
                        ExitCode.UNREACHABLE,
                        "server-start")
                .with(List.of("looked in " + String.join(", ", Objects.requireNonNull(missing.get(first)))));
    }

    private List<Check> files() {
        var files = configured.configuration().files();
        if (files.isEmpty()) {
            return List.of(Check.ok(ServerExam.CONFIGURATION, "there is none")
                    .with(configured.places().stream()
                            .map(place -> "looked for " + place)
                            .toList()));
        }
        var checks = new ArrayList<>(files.stream().map(this::file).toList());
        var told = files.stream().flatMap(file -> file.problems().stream()).toList();
        var others = configured.configuration().problems().stream()
                .filter(problem -> !told.contains(problem))
                .toList();
        if (!others.isEmpty()) {
            checks.add(judge("configuration of all files", "they say different things", others));
        }
        return checks;
    }

    private Check file(ConfigFile file) {
        var place = file.file() == null ? "MCP_SERVER_URL" : file.file().toString();
        return judge(
                ServerExam.CONFIGURATION,
                "%s (%s): %s"
                        .formatted(
                                place,
                                file.scope().name().toLowerCase(Locale.ROOT),
                                Count.of(file.servers().size(), "server")),
                file.problems());
    }

    private static Check judge(String name, String seen, List<ConfigProblem> problems) {
        var lines = problems.stream()
                .sorted((one, other) -> one.severity().compareTo(other.severity()))
                .map(problem -> "%s: %s".formatted(problem.severity().name().toLowerCase(Locale.ROOT), problem.text()))
                .toList();
        var error = problems.stream()
                .filter(problem -> problem.severity() == Severity.ERROR)
                .findFirst();
        if (error.isPresent()) {
            return Check.failed(
                            name,
                            error.get().text(),
                            "correct the file at that place",
                            ExitCode.BAD_CONFIGURATION,
                            "configuration")
                    .with(lines.size() > 1 ? lines : List.of());
        }
        boolean warned = problems.stream().anyMatch(problem -> problem.severity() == Severity.WARNING);
        return (warned ? Check.warning(name, seen, "correct what is listed here") : Check.ok(name, seen)).with(lines);
    }

    private void credentials() {
        var credentials = new CredentialFile(surroundings);
        if (!credentials.exists()) {
            chart.add(Check.ok("tokens", "none are kept; they would be in " + credentials.file()));
            return;
        }
        try (var store = credentials.open()) {
            int kept = store.keys("").size();
            chart.add(rights(
                    "tokens",
                    credentials.file(),
                    "%s can be read (%s)".formatted(credentials.file(), Count.of(kept, "entry", "entries"))));
        } catch (StoreException | UsageException unusable) {
            chart.add(Check.failed(
                    "tokens",
                    String.valueOf(unusable.getMessage()),
                    "correct that; 'fairlead login' keeps tokens anew where they are lost",
                    visit.judgeOpening(unusable)));
        }
    }

    private void decisions() {
        var file = new CredentialFile(surroundings).beside("fairlead.db");
        if (!Files.exists(file)) {
            chart.add(Check.ok("decisions", "nobody agreed to anything yet; that would be in " + file));
            return;
        }
        try {
            var ignored = ConfiguredServers.consents(surroundings, consent -> consent.check(file, "doctor", ""));
            chart.add(rights("decisions", file, file + " can be read"));
        } catch (ConsentStoreException unusable) {
            chart.add(Check.failed(
                    "decisions",
                    String.valueOf(unusable.getMessage()),
                    "do what that says; do not put the file aside unless it is damaged: what was decided, denials too,"
                            + " goes with it",
                    visit.judgeOpening(unusable)));
        }
    }

    private static Check rights(String name, Path file, String seen) {
        try {
            var others = EnumSet.copyOf(Arrays.asList(PosixFilePermission.values()));
            others.removeIf(right -> right.name().startsWith("OWNER"));
            others.retainAll(Files.getPosixFilePermissions(file));
            return others.isEmpty()
                    ? Check.ok(name, seen)
                    : Check.warning(
                            name, seen + ", also by others than its owner", "run 'chmod 600 %s'".formatted(file));
        } catch (UnsupportedOperationException | IOException unknown) {
            return Check.ok(name, seen);
        }
    }

    private Check keyring() {
        if (environment.getOrDefault("FAIRLEAD_KEYRING", "").equals("off")) {
            return Check.ok("keyring", "left alone, as FAIRLEAD_KEYRING says");
        }
        return surroundings.desktop().keyring().isPresent()
                ? Check.ok("keyring", "it keeps the key of the tokens")
                : Check.ok("keyring", "none; tokens are in a file that only its owner may read");
    }

    private Check proxies() {
        var set = new ArrayList<String>();
        for (var name : PROXIES) {
            var lower = environment.get(name.toLowerCase(Locale.ROOT));
            var upper = environment.get(name);
            if (lower != null && upper != null && !lower.equals(upper)) {
                return Check.warning(
                        "proxy variables",
                        "%s and %s differ, and the first counts".formatted(name.toLowerCase(Locale.ROOT), name),
                        "unset one of them");
            }
            var value = lower == null ? upper : lower;
            if (value != null && !value.isBlank()) {
                set.add("%s=%s".formatted(name, SECRET.matcher(value).replaceFirst("//")));
            }
        }
        try {
            var usable = EnvironmentProxies.of(environment);
            return Check.ok("proxy variables", set.isEmpty() || usable == null ? "none" : String.join(", ", set));
        } catch (IllegalArgumentException unusable) {
            return Check.failed(
                    "proxy variables",
                    String.valueOf(unusable.getMessage()),
                    "correct or unset it",
                    ExitCode.USAGE,
                    "usage");
        }
    }

    private static Check clock() {
        var now = Instant.now();
        return now.isBefore(WRITTEN)
                ? Check.warning(
                        ClockExam.CLOCK,
                        "it says %s, which is in the past".formatted(now),
                        "set it: tokens and certificates are judged by it")
                : Check.ok(ClockExam.CLOCK, "%s, time zone %s".formatted(now, ZoneId.systemDefault()));
    }

    private Check terminal() {
        var screen = surroundings.screen();
        var theme = screen.outputTheme(ColourChoice.AUTO);
        var seen = screen.isOutputTerminal()
                ? "%s, %s columns".formatted(environment.getOrDefault("TERM", "unknown"), screen.columns())
                : "output goes elsewhere";
        return screen.isUnicode() || !screen.isOutputTerminal()
                ? Check.ok(
                        "terminal",
                        seen + (theme.ellipsis().isEmpty() ? "" : ", " + (screen.isUnicode() ? "UTF-8" : "no UTF-8")))
                : Check.warning("terminal", seen + ", not UTF-8", "set LANG to a locale of UTF-8, such as C.UTF-8");
    }
}
