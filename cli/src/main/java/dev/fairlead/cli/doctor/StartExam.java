package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.wire.stdio.ServerCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks at what starts a server as a process of this machine. */
final class StartExam {
    static final String COMMAND = "command";
    static final String FILES = "files";
    static final String STDOUT = "stdout";

    private static final String TYPE = "server-start";
    private static final int LONGEST_FIRST_LINE = 256;
    private static final Pattern SCRIPT = Pattern.compile("(?i).*\\.(py|js|mjs|cjs|ts|mts|jar|sh|rb|php|pl|exe|dll)");

    private final ServerCommand command;

    StartExam(ServerCommand command) {
        this.command = command;
    }

    /** Looks for the program; nothing is started if it is not there. */
    Check program() {
        var name = command.command().getFirst();
        var folder = command.directory();
        if (folder != null && !Files.isDirectory(folder)) {
            return failed(
                    "the working folder '%s' %s"
                            .formatted(folder, Files.exists(folder) ? "is no folder" : "does not exist"),
                    "make it, or correct the configuration");
        }
        var search = command.search();
        if (search.file().isEmpty()) {
            return search.folders().isEmpty()
                    ? failed(
                            "there is no file '%s' (seen from %s)".formatted(name, base()),
                            "correct the path" + blanks(name))
                    : failed("there is no program '%s' on PATH".formatted(name), Programs.remedy(name) + blanks(name))
                            .with(List.of("looked in " + String.join(", ", search.folders())));
        }
        var file = search.file().get();
        if (!search.executable()) {
            return failed(
                    "'%s' may not be executed".formatted(file),
                    "allow it with %s, or start it by its interpreter"
                            .formatted(ShellWord.command("chmod +x " + ShellWord.of(file.toString()))));
        }
        return interpreter(file).orElseGet(() -> Check.ok(COMMAND, "'%s' is %s".formatted(name, file)));
    }

    /** Looks at the arguments that seem to be programs; a missing one explains a failure, and is none by itself. */
    Optional<Check> files(boolean failedToStart) {
        for (var argument : command.command().subList(1, command.command().size())) {
            var file = script(argument);
            if (file.isPresent() && failedToStart && !Files.isReadable(file.get())) {
                boolean there = Files.exists(file.get());
                return Optional.of(Check.failed(
                        FILES,
                        there
                                ? "the file '%s' may not be read".formatted(file.get())
                                : "there is no file '%s'".formatted(file.get()),
                        there ? "change its rights" : "correct the path" + seenFrom(argument),
                        ExitCode.UNREACHABLE,
                        TYPE));
            }
            if (file.isPresent() && Files.isRegularFile(file.get())) {
                return Optional.of(Check.ok(FILES, "%s is there".formatted(file.get())));
            }
        }
        return Optional.empty();
    }

    /** Looks at what was written to standard output beside the protocol. */
    static Check stdout(List<Violation> noise, boolean connected, boolean exited) {
        if (noise.isEmpty()) {
            return exited || connected
                    ? Check.ok(STDOUT, "nothing but the protocol")
                    : Check.ok(STDOUT, "nothing at all");
        }
        var seen = "the server writes to its standard output what is no message: "
                + "'%s'".formatted(noise.getFirst().detail().replaceFirst("^not a JSON-RPC message: ", ""));
        var remedy = "have it write this to stderr: logs belong on stderr, and stdout is for the protocol alone";
        return connected || exited
                ? Check.warning(STDOUT, seen, remedy)
                : Check.failed(STDOUT, seen, remedy, ExitCode.UNREACHABLE, "protocol-violation");
    }

    private Optional<Path> script(String argument) {
        if (argument.startsWith("-")
                || argument.contains("://")
                || !SCRIPT.matcher(argument).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(base().resolve(argument).normalize());
        } catch (InvalidPathException odd) {
            return Optional.empty();
        }
    }

    private String seenFrom(String argument) {
        return Path.of(argument).isAbsolute() ? "" : ", which is relative to %s".formatted(base());
    }

    private static String blanks(String program) {
        return program.chars().anyMatch(Character::isWhitespace)
                ? "; if it holds arguments, give them as entries of their own"
                : "";
    }

    /** A script whose first line names an interpreter that is not there fails as if itself were not there. */
    private Optional<Check> interpreter(Path file) {
        var words = interpreterWords(file);
        if (words.isEmpty()) {
            return Optional.empty();
        }
        var first = words.getFirst();
        if (!Files.isExecutable(Path.of(first))) {
            return Optional.of(failed(
                    "'%s' names the interpreter '%s' in its first line, which is not there".formatted(file, first),
                    Programs.remedy(first) + ", or correct that line"));
        }
        boolean looks =
                first.endsWith("/env") && words.size() > 1 && !words.get(1).startsWith("-");
        if (looks && ServerCommand.of(words.get(1)).search().file().isEmpty()) {
            return Optional.of(failed(
                    "'%s' wants to be run by '%s', which is not on PATH".formatted(file, words.get(1)),
                    Programs.remedy(words.get(1))));
        }
        return Optional.empty();
    }

    private static List<String> interpreterWords(Path file) {
        try (var in = Files.newInputStream(file)) {
            var start = new String(in.readNBytes(LONGEST_FIRST_LINE), StandardCharsets.ISO_8859_1);
            if (!start.startsWith("#!")) {
                return List.of();
            }
            var line = start.substring(2).lines().findFirst().orElse("").strip();
            return line.isEmpty() ? List.of() : List.of(line.split("\\s+"));
        } catch (IOException unreadable) {
            return List.of(); // What may be executed but not read is no script.
        }
    }

    private Path base() {
        var folder = command.directory();
        return (folder == null ? Path.of("") : folder).toAbsolutePath();
    }

    private static Check failed(String seen, String remedy) {
        return Check.failed(COMMAND, seen, remedy, ExitCode.UNREACHABLE, TYPE);
    }
}
