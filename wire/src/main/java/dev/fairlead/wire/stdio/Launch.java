package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.error.ServerStartException;
import dev.fairlead.protocol.rpc.Excerpt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Turns a server command into a running process, or into words that say why there is none. */
final class Launch {
    // The parts are passed as arguments and never read by the shell as text. It is the data that is limited: Node.js
    // and Java reserve far more address space than they use.
    private static final String LIMITED = "ulimit -d \"$0\" && exec \"$@\"";
    private static final int BYTES_PER_UNIT = 1024;
    private static final int SHOWN = 500;

    private Launch() {}

    /** Starts the process with its environment and nothing else of ours. */
    static Process start(ServerCommand command, String marker) {
        var unfit = command.unfit();
        if (unfit.isPresent()) {
            throw ServerStartException.failed(unfit.get(), null);
        }
        var base = directory(command);
        var builder = new ProcessBuilder(line(command, base));
        builder.directory(base.toFile());
        var environment = builder.environment();
        var ours = new HashMap<>(environment);
        ours.keySet().removeAll(command.withheld());
        var child = ChildEnvironment.of(ours, command.environment(), marker, Platform.WINDOWS);
        // What is handed on unchanged stays untouched: its bytes may be none that a text of Java could stand for.
        ours.entrySet().removeIf(variable -> !variable.getValue().equals(child.get(variable.getKey())));
        environment.keySet().retainAll(ours.keySet());
        child.keySet().removeAll(ours.keySet());
        environment.putAll(child);
        try {
            return builder.start();
        } catch (IOException e) {
            throw ServerStartException.failed(
                    "%s could not be run: %s; check that it is a program for this machine and that the interpreter it names exists"
                            .formatted(
                                    quoted(command.command().getFirst()),
                                    Excerpt.of(String.valueOf(e.getMessage()), SHOWN)),
                    e);
        }
    }

    private static Path directory(ServerCommand command) {
        var given = command.directory();
        var directory = (given == null ? Path.of("") : given).toAbsolutePath();
        if (!Files.isDirectory(directory)) {
            throw ServerStartException.failed(
                    "the working directory %s %s"
                            .formatted(
                                    quoted(directory.toString()),
                                    Files.exists(directory) ? "is not a directory" : "does not exist"),
                    null);
        }
        return directory;
    }

    private static List<String> line(ServerCommand command, Path base) {
        var line = new ArrayList<>(command.command());
        line.set(0, program(command, base));
        var limit = command.memoryLimit();
        if (limit != null && Platform.LINUX) {
            line.addAll(0, List.of("/bin/sh", "-c", LIMITED, Long.toString(Math.ceilDiv(limit, BYTES_PER_UNIT))));
        }
        return line;
    }

    private static String program(ServerCommand command, Path base) {
        var program = command.command().getFirst();
        var programs = ProgramLookup.ofSystem(command.environment());
        var outcome = programs.find(program, base.toString());
        if (outcome instanceof ProgramLookup.Outcome.Found found) {
            return Path.of(found.file()).toAbsolutePath().toString();
        }
        if (outcome instanceof ProgramLookup.Outcome.NotExecutable denied) {
            throw ServerStartException.failed(
                    "%s may not be executed; allow it with chmod +x, or start it with its interpreter"
                            .formatted(quoted(denied.file())),
                    null);
        }
        throw ServerStartException.failed(missing(program, base, programs.isPath(program)), null);
    }

    private static String missing(String program, Path base, boolean path) {
        var hint = program.chars().anyMatch(Character::isWhitespace)
                ? "; if it holds arguments, give them as separate entries"
                : "";
        return path
                ? "command %s is not a file (seen from %s)%s".formatted(quoted(program), quoted(base.toString()), hint)
                : "command %s was not found on PATH (install it, add its folder to PATH, or give its full path)%s"
                        .formatted(quoted(program), hint);
    }

    private static String quoted(String text) {
        return "'" + Excerpt.of(text, SHOWN) + "'";
    }
}
