package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A talk with the hostile server in one of its modes, by either transport. */
final class HostileTalk implements AutoCloseable {
    /** How the server is reached. */
    enum Way {
        STDIO,
        HTTP
    }

    private final Era era;
    private final @Nullable Process process;
    private final @Nullable RawClient raw;
    private final @Nullable HostileHttp hostile;
    private final @Nullable HttpProbe probe;
    private final List<JsonNode> others = new ArrayList<>();

    private HostileTalk(Way way, Era era, String mode, String... options) throws IOException {
        this.era = era;
        var all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--era", era.name().toLowerCase(Locale.ROOT)));
        var words = all.toArray(String[]::new);
        process = way == Way.STDIO
                ? new ProcessBuilder(HostileServer.command(mode, words))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                : null;
        raw = process == null ? null : RawClient.to(process, era);
        hostile = way == Way.HTTP ? HostileHttp.mode(mode, words) : null;
        probe = hostile == null ? null : new HttpProbe(hostile.url());
    }

    static HostileTalk with(Way way, Era era, String mode, String... options) throws Exception {
        return new HostileTalk(way, era, mode, options);
    }

    /** Opens the connection and returns the server's description of itself. */
    JsonNode open() throws Exception {
        if (raw != null) {
            return raw.open();
        }
        return era == Era.MODERN
                ? ask("server/discover", "{}").path("result")
                : probe.open("2025-06-18").path("result");
    }

    /** Asks and returns the response; whatever else came is among the others. */
    JsonNode ask(String method, String params) throws Exception {
        if (raw != null) {
            int before = raw.passedOver().size();
            var answer = raw.ask(method, params);
            others.addAll(raw.passedOver().subList(before, raw.passedOver().size()));
            return answer;
        }
        var answer = era == Era.MODERN ? probe.modern(method, params, Map.of()) : probe.ask(method, params);
        if (!answer.header("Content-Type").startsWith("text/event-stream")) {
            return answer.json();
        }
        for (var event = answer.event(); event != null; event = answer.event()) {
            var message = event.json();
            if (!message.has("method")) {
                return message;
            }
            others.add(message);
        }
        throw new AssertionError("no answer; only " + others);
    }

    JsonNode call(String tool, String arguments) throws Exception {
        return ask("tools/call", RawClient.callParams(tool, arguments));
    }

    JsonNode tools() throws Exception {
        return ask("tools/list", "{}").at("/result/tools");
    }

    List<JsonNode> others() {
        return others;
    }

    static JsonNode named(JsonNode tools, String name) {
        return tools.valueStream()
                .filter(tool -> tool.path("name").asString("").equals(name))
                .findFirst()
                .orElseGet(Json::object);
    }

    @Override
    public void close() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (hostile != null) {
            probe.close();
            hostile.close();
        }
    }
}
