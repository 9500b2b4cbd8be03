package dev.fairlead.cli;

import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.List;

/**
 * Which server is meant, and the words that are left for the verb.
 *
 * <p>Where a command follows {@code --}, it is the server, and all words before belong to the verb. Otherwise the first
 * word names a server.
 */
record Target(Transport transport, List<String> words) {

    /**
     * Reads what was typed.
     *
     * @param verb the verb, for texts
     * @param wanted the words that the verb wants beside the server, for texts; empty if none
     */
    static Target of(List<String> words, Surroundings surroundings, String verb, String wanted) {
        var command = surroundings.serverCommand();
        if (command != null) {
            return new Target(StdioTransport.of(command(command, verb, wanted)), words);
        }
        if (words.isEmpty()) {
            throw new UsageException("no server is named; type 'fairlead %s demo%s' or 'fairlead %s%s -- COMMAND'"
                    .formatted(verb, wanted, verb, wanted));
        }
        var transport = surroundings
                .servers()
                .named(words.getFirst())
                .orElseThrow(() -> unknown(words, surroundings.servers().names(), verb, wanted));
        return new Target(transport, words.subList(1, words.size()));
    }

    /** Returns how texts name the server. */
    String label() {
        return transport.server();
    }

    private static ServerCommand command(List<String> command, String verb, String wanted) {
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw new UsageException(
                    "nothing follows --; type the command that starts the server, such as 'fairlead %s%s -- python3 server.py'"
                            .formatted(verb, wanted));
        }
        var program = command.getFirst();
        if (ServerCommand.isScript(program)) {
            return ServerCommand.script(
                    program, command.subList(1, command.size()).toArray(String[]::new));
        }
        return ServerCommand.of(command);
    }

    private static UsageException unknown(List<String> words, List<String> names, String verb, String wanted) {
        var name = words.getFirst();
        var all = String.join(" ", words);
        if (ServerCommand.isScript(name) || name.contains("/") || name.contains("\\")) {
            var rest = words.size() == 1 ? wanted : all.substring(name.length());
            return new UsageException("a server's script or program goes after --; type 'fairlead %s%s -- %s'"
                    .formatted(verb, wanted.isEmpty() ? "" : rest, wanted.isEmpty() ? all : name));
        }
        var missing = "there is no server named '%s', only %s; ".formatted(name, String.join(", ", names));
        return new UsageException(missing
                + (wanted.isEmpty()
                        ? "to start one by its command, type 'fairlead %s -- %s'".formatted(verb, all)
                        : "if '%s' is the tool, type 'fairlead %s demo %s' or 'fairlead %s %s -- COMMAND'"
                                .formatted(name, verb, all, verb, all)));
    }
}
