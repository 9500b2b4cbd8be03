package dev.fairlead.client.interop;

import dev.fairlead.testkit.node.NodePackages;
import dev.fairlead.wire.stdio.ServerCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The published servers, installed once below the build folder in the versions that the lock file pins. */
final class NodeServers {
    private static final NodePackages PACKAGES =
            new NodePackages(NodeServers.class, "interop", "any-port.mjs", "dual-era.mjs");

    private NodeServers() {}

    /** Says why tests against these servers are to be skipped, if they are. */
    static Optional<String> reasonToSkip() {
        return PACKAGES.reasonToSkip();
    }

    /** Installs the servers unless they are installed already, and returns where. */
    static Path install() {
        return PACKAGES.install();
    }

    static ServerCommand everything() {
        return published("server-everything/dist/index.js");
    }

    /** Returns the command for the same server over {@code streamableHttp} or {@code sse}. */
    static ServerCommand everythingByUrl(String transport) {
        return listening(everything(), transport);
    }

    static ServerCommand filesystem(Path... folders) {
        return published(
                "server-filesystem/dist/index.js",
                Stream.of(folders).map(Path::toString).toArray(String[]::new));
    }

    static ServerCommand memory(Path file) {
        return published("server-memory/dist/index.js").withVariable("MEMORY_FILE_PATH", file.toString());
    }

    static ServerCommand sequentialThinking() {
        return published("server-sequential-thinking/dist/index.js");
    }

    /** Returns the command for an example of the TypeScript SDK that speaks the older revisions. */
    static ServerCommand sdkExample(String name) {
        return published("sdk/dist/esm/examples/server/" + name);
    }

    /** Returns the command for an example of the TypeScript SDK that is reached by URL. */
    static ServerCommand sdkExampleByUrl(String name) {
        return listening(sdkExample(name));
    }

    /** Returns the command for a server on the TypeScript SDK that speaks all revisions. */
    static ServerCommand dualEra(String... options) {
        return node("dual-era.mjs", options);
    }

    /** Returns the command for the same server, reached by URL. */
    static ServerCommand dualEraByUrl(String... options) {
        return listening(dualEra("--http"), options);
    }

    /** Returns the command with arguments added, for a server that listens on whichever port is free. */
    private static ServerCommand listening(ServerCommand command, String... arguments) {
        var words = new ArrayList<>(command.command());
        words.addAll(
                1, List.of("--import", install().resolve("any-port.mjs").toUri().toString()));
        words.addAll(List.of(arguments));
        return ServerCommand.of(words);
    }

    private static ServerCommand published(String script, String... arguments) {
        return node("node_modules/@modelcontextprotocol/" + script, arguments);
    }

    /** Returns the command for a script that stands beside the servers. */
    static ServerCommand node(String script, String... arguments) {
        var words = new ArrayList<>(PACKAGES.command(script, arguments));
        words.add(1, mark());
        return ServerCommand.of(words);
    }

    /** Returns what stands in the command line of every server that this process started, and means nothing to it. */
    static String mark() {
        return "--conditions=interop-" + ProcessHandle.current().pid();
    }
}
