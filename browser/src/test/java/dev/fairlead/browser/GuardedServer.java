package dev.fairlead.browser;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.DemoServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The demo server as a program that starts with a secret only, and is careless enough to write it to its log. */
final class GuardedServer {
    static final String SECRET = "tok-7Qx91kLm2Zr44-end";
    /** Knows the secret by how it begins and ends: what is shown in its place does neither. */
    private static final String SCRIPT =
            "case \"$DEMO_TOKEN\" in tok-*-end) ;; *) echo 'the token is missing' >&2; exit 9;; esac; "
                    + "echo \"welcome with $DEMO_TOKEN\" >&2; exec \"$0\" \"$@\"";

    private GuardedServer() {}

    /** Returns the whole of a configuration with it as the only server. */
    static String config(String name) {
        var config = Json.object();
        var entry = config.putObject("mcpServers").putObject(name).put("command", "sh");
        command().forEach(entry.putArray("args")::add);
        entry.putObject("env").put("DEMO_TOKEN", SECRET);
        return Json.write(config);
    }

    private static List<String> command() {
        return Stream.concat(Stream.of("-c", SCRIPT), DemoServer.command().stream())
                .toList();
    }

    /** Returns a configuration with one server that is a program. */
    static String program(String name, String... command) {
        return Json.write(programs(name, new ArrayList<>(List.of(command))));
    }

    private static ObjectNode programs(String name, List<String> command) {
        var config = Json.object();
        var entry = config.putObject("mcpServers").putObject(name).put("command", command.removeFirst());
        command.forEach(entry.putArray("args")::add);
        return config;
    }
}
