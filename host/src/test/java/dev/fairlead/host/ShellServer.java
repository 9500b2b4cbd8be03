package dev.fairlead.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A script that is a server of one tool, and notes its process in a file beside it when it is started. */
final class ShellServer {
    private static final String SCRIPT = """
        echo $$ >> "${0%/*}/$1.started"
        while read -r line; do
            id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
            case $line in
                *'"initialize"'*) said='"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}' ;;
                *'"tools/list"'*) said='"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}' ;;
                *'"tools/call"'*) said='"result":{"content":[{"type":"text","text":"done"}]}' ;;
                *) said='"error":{"code":-32601,"message":"unknown"}' ;;
            esac
            [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$said"
        done
        """;

    private ShellServer() {}

    /** Writes the script; {@code sh SCRIPT NAME} starts it. */
    static Path in(Path folder) throws IOException {
        return Files.writeString(folder.resolve("server.sh"), SCRIPT);
    }

    /** Returns the processes that were started by a name, oldest first. */
    static List<String> started(Path folder, String name) throws IOException {
        var notes = folder.resolve(name + ".started");
        return Files.exists(notes) ? Files.readAllLines(notes) : List.of();
    }

    static boolean alive(String process) {
        return ProcessHandle.of(Long.parseLong(process))
                .map(ProcessHandle::isAlive)
                .orElse(false);
    }
}
