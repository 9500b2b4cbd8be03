package dev.fairlead.host.campaign;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import dev.fairlead.testkit.real.PublishedServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A configuration as it may grow in the course of time: twenty servers, of which half do not work. */
final class TwentyServers {
    private final ObjectNode servers = Json.object();
    private final Path folder;

    private TwentyServers(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes the file.
     *
     * @param web the address of a server that works
     */
    static void write(Path file, Path folder, String web) throws IOException {
        var twenty = new TwentyServers(folder);
        twenty.good(web);
        twenty.brokenCommands();
        twenty.deadAddresses();
        twenty.special();
        Files.createDirectories(file.getParent());
        Files.writeString(file, Json.object().set("mcpServers", twenty.servers).toString());
    }

    private void good(String web) throws IOException {
        var shelf = Files.createDirectories(folder.resolve("shelf"));
        Files.writeString(shelf.resolve("book.txt"), "once upon a time");
        command("everything", PublishedServers.command("everything"));
        command("files", PublishedServers.command("filesystem", shelf.toString()));
        command("memory", PublishedServers.command("memory"))
                .set(
                        "env",
                        Json.object()
                                .put(
                                        "MEMORY_FILE_PATH",
                                        folder.resolve("memory.json").toString()));
        command("thinking", PublishedServers.command("sequential-thinking"));
        command("pair", PublishedServers.command("everything"))
                .put("pool", 2)
                .putArray("includeTools")
                .add("echo");
        command("demo", DemoServer.command());
        command("demo-legacy", DemoServer.command("--era", "legacy"));
        address("web", web);
    }

    private void brokenCommands() {
        var node = PublishedServers.node();
        command("no-program", List.of("fairlead-no-such-program", "--stdio"));
        command("no-script", List.of(node, folder.resolve("no-such-script.mjs").toString()));
        command("exits", List.of(node, "-e", "console.error('fatal: API_KEY is missing'); process.exit(3)"));
        command("garbage", List.of(node, "-e", "process.stdin.on('data', () => console.log('Welcome to my server!'))"))
                .put("startupTimeout", "12s");
        command("no-folder", List.of(node, "-e", "0"))
                .put("cwd", folder.resolve("no-such-folder").toString());
        command("no-variable", List.of(node, "-e", "0"))
                .set("env", Json.object().put("TOKEN", "${FAIRLEAD_NO_SUCH_VARIABLE}"));
        command("hangs", List.of(node, "-e", "process.stdin.resume()")).put("startupTimeout", "12s");
    }

    private void deadAddresses() throws IOException {
        int closed;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        address("no-listener", "http://127.0.0.1:%d/mcp".formatted(closed));
        address("no-host", "http://nowhere.invalid/mcp");
    }

    private void special() {
        command("off", List.of("fairlead-never-started")).put("disabled", true);
        command("lazy", DemoServer.command()).put("start", "lazy");
        address("socket", "ws://127.0.0.1:1/mcp").put("type", "websocket");
    }

    private ObjectNode command(String name, List<String> words) {
        var entry = servers.putObject(name).put("command", words.getFirst());
        var arguments = entry.putArray("args");
        words.subList(1, words.size()).forEach(arguments::add);
        return entry;
    }

    private ObjectNode address(String name, String url) {
        return servers.putObject(name).put("url", url);
    }
}
