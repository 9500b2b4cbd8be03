package dev.fairlead.wire.stdio;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * What came of looking for the program of a server.
 *
 * @param file the file that has its name; empty where none has
 * @param executable whether that file may be executed
 * @param folders where it was looked for, in order; empty where the command gives a path
 */
public record ProgramSearch(Optional<Path> file, boolean executable, List<String> folders) {

    /** Copies the list. */
    public ProgramSearch {
        folders = List.copyOf(folders);
    }

    static ProgramSearch of(ServerCommand command) {
        var given = command.directory();
        var base = (given == null ? Path.of("") : given).toAbsolutePath().toString();
        var program = command.command().getFirst();
        var lookup = ProgramLookup.ofSystem(command.environment());
        var folders = lookup.isPath(program) ? List.<String>of() : List.copyOf(new LinkedHashSet<>(lookup.folders()));
        return switch (lookup.find(program, base)) {
            case ProgramLookup.Outcome.Found found ->
                new ProgramSearch(Optional.of(Path.of(found.file()).toAbsolutePath()), true, folders);
            case ProgramLookup.Outcome.NotExecutable denied ->
                new ProgramSearch(Optional.of(Path.of(denied.file()).toAbsolutePath()), false, folders);
            case ProgramLookup.Outcome.Missing missing -> new ProgramSearch(Optional.empty(), false, folders);
        };
    }
}
