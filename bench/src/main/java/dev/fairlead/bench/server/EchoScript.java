package dev.fairlead.bench.server;

import java.util.List;

/**
 * A server that is slow and small: a loop of the shell, which starts within a millisecond or two and of which hundreds fit
 * into memory. For measuring what connecting and being connected costs.
 */
public final class EchoScript {
    private static final String LOOP = """
        while IFS= read -r line; do
            case $line in *'"id":'*) ;; *) continue ;; esac
            rest=${line#*'"id":'}
            id=${rest%%[,\\}]*}
            case $line in
                *'"tools/call"'*) answer='"result":{"content":[{"type":"text","text":"pong"}],"isError":false}' ;;
                *'"tools/list"'*) answer='"result":{"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}' ;;
                *'"initialize"'*) answer='"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1"}}' ;;
                *) answer='"error":{"code":-32601,"message":"unknown"}' ;;
            esac
            printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$answer"
        done
        """;

    private EchoScript() {}

    /** Returns the command that starts it. */
    public static List<String> command() {
        return List.of("/bin/sh", "-c", LOOP);
    }
}
