package dev.fairlead.wire.stdio;

import dev.fairlead.protocol.error.ServerStartException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What starts a server as a child process: a program with its arguments, never a line for a shell.
 *
 * @param command the program, then its arguments
 * @param environment the variables declared for this server, beside the few that every server gets; their values are
 *     taken for secrets
 * @param withheld names of variables that every server gets, and this one does not
 * @param directory the working directory, or null for that of this process
 * @param memoryLimit how many bytes of data each process of the server may hold, or null for no limit; kept on Linux
 *     only
 */
public record ServerCommand(
        List<String> command,
        Map<String, String> environment,
        Set<String> withheld,
        @Nullable Path directory,
        @Nullable Long memoryLimit) {

    /** Copies what it is given, and refuses what no system could start. */
    public ServerCommand {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        withheld = Set.copyOf(withheld);
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw new IllegalArgumentException("a server command needs a program");
        }
        for (var word : command) {
            if (holdsNul(word)) {
                throw new IllegalArgumentException("a server command cannot hold the NUL character");
            }
        }
        for (var variable : environment.entrySet()) {
            checkVariable(variable.getKey(), variable.getValue());
        }
        if (memoryLimit != null && memoryLimit <= 0) {
            throw new IllegalArgumentException("a memory limit must be positive, not " + memoryLimit);
        }
    }

    private static void checkVariable(String name, String value) {
        if (name.isEmpty() || name.indexOf('=') >= 0 || holdsNul(name)) {
            throw new IllegalArgumentException("not a name for an environment variable: '" + name + "'");
        }
        if (holdsNul(value)) {
            throw new IllegalArgumentException("the environment variable " + name + " cannot hold the NUL character");
        }
    }

    private static boolean holdsNul(String text) {
        return text.indexOf('\0') >= 0;
    }

    /** Returns the command that runs a program with arguments. */
    public static ServerCommand of(String program, String... arguments) {
        return of(Stream.concat(Stream.of(program), Stream.of(arguments)).toList());
    }

    /** Returns the command that runs the first entry with the others as arguments. */
    public static ServerCommand of(List<String> command) {
        return new ServerCommand(command, Map.of(), Set.of(), null, null);
    }

    /** Returns the names of the few variables of ours that every server gets, unless they are withheld. */
    public static List<String> inheritedNames(boolean windows) {
        return ChildEnvironment.safeNames(windows);
    }

    /** Tells whether a file has one of the endings that {@link #script} accepts. */
    public static boolean isScript(String path) {
        return ScriptKind.of(path).isPresent();
    }

    /**
     * Returns the command that runs a script with what its ending asks for: Python, Node.js or Java.
     *
     * @throws ServerStartException if there is no such file, or its ending is none of the known ones
     */
    public static ServerCommand script(String path, String... arguments) {
        try {
            return script(Path.of(path), arguments);
        } catch (InvalidPathException e) {
            throw ServerStartException.scriptNotFound(path);
        }
    }

    /**
     * Returns the command that runs a script with what its ending asks for: Python, Node.js or Java.
     *
     * @throws ServerStartException if there is no such file, or its ending is none of the known ones
     */
    public static ServerCommand script(Path path, String... arguments) {
        if (!Files.isRegularFile(path)) {
            throw ServerStartException.scriptNotFound(path.toString());
        }
        var kind = ScriptKind.of(path.toString())
                .orElseThrow(() -> ServerStartException.invalidScriptType(path.toString(), ScriptKind.alsoAccepted()));
        var command = new ArrayList<>(kind.launcher(ProgramLookup.ofSystem(Map.of())));
        // Absolute, so that neither a working directory nor a leading dash changes what it means.
        command.add(path.toAbsolutePath().toString());
        command.addAll(List.of(arguments));
        return of(command);
    }

    /** Returns this command with exactly these declared variables. */
    public ServerCommand withEnvironment(Map<String, String> variables) {
        return new ServerCommand(command, variables, withheld, directory, memoryLimit);
    }

    /** Returns this command with one more declared variable. */
    public ServerCommand withVariable(String name, String value) {
        var variables = new LinkedHashMap<>(environment);
        variables.put(name, value);
        return withEnvironment(variables);
    }

    /** Returns this command without some of the variables that every server gets. */
    public ServerCommand withholding(Set<String> names) {
        return new ServerCommand(command, environment, names, directory, memoryLimit);
    }

    /** Returns this command with another working directory. */
    public ServerCommand withDirectory(@Nullable Path workingDirectory) {
        return new ServerCommand(command, environment, withheld, workingDirectory, memoryLimit);
    }

    /** Returns this command with a limit, in bytes, on the data that each of its processes may hold. */
    public ServerCommand withMemoryLimit(@Nullable Long bytes) {
        return new ServerCommand(command, environment, withheld, directory, bytes);
    }

    /**
     * Says what of this cannot be given to a process as it is written, why, and what to do; then it is not started. Empty
     * where all can. No value is shown.
     */
    public Optional<String> unfit() {
        return NativeText.ofSystem().unfit(this);
    }

    /** Looks for the file of the program, as starting it would. */
    public ProgramSearch search() {
        return ProgramSearch.of(this);
    }

    /** Returns a key that is the same for the same command line, directory and names of variables, and reveals none. */
    public String identity() {
        var digest = sha256();
        for (var part : command) {
            add(digest, 'c', part);
        }
        add(
                digest,
                'd',
                directory == null ? "" : directory.toAbsolutePath().normalize().toString());
        for (var name : new TreeSet<>(environment.keySet())) {
            add(digest, 'e', name);
        }
        for (var name : new TreeSet<>(withheld)) {
            add(digest, 'w', name);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, char kind, String text) {
        digest.update((byte) kind);
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the program and the names of the declared variables; arguments and values may be secrets. */
    @Override
    public String toString() {
        return "ServerCommand[program=%s, arguments=%s, environment=%s, directory=%s, memoryLimit=%s]"
                .formatted(command.getFirst(), command.size() - 1, environment.keySet(), directory, memoryLimit);
    }
}
