package dev.fairlead.cli;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.LogLevel;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.RpcError;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Refusal;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A server that tells everything it was given, wherever it can say something and in every way it can be written. */
final class TellingServer {
    private static final String WORD = "everything";

    private TellingServer() {}

    /** Returns the command that starts one that tells its words and these variables. */
    static List<String> command(Era era, String... variables) {
        var command = CommandProcess.java(List.of(), TellingServer.class);
        command.add(era.name());
        command.add(String.join(",", variables));
        return command;
    }

    static FakeServer.Builder script(Supplier<List<String>> given) {
        return script(given, unheard -> {});
    }

    private static FakeServer.Builder script(Supplier<List<String>> given, Consumer<String> errors) {
        var schema = Json.object().put("type", "object");
        return FakeServer.named("telling")
                .logging()
                .tool(Tool.of("tell", "Tells.", schema), call -> {
                    var all = text(given.get());
                    call.progress(1, 2.0, all);
                    call.log(LogLevel.WARNING, "gossip", Json.tree(all));
                    errors.accept("gossip: " + all);
                    return CallToolResult.ofText(WORD + " " + all);
                })
                .tool(Tool.of("refuse", "Refuses.", schema), call -> {
                    errors.accept("gossip: " + text(given.get()));
                    var data = Json.object();
                    given.get().forEach(value -> data.put(value, value));
                    throw new Refusal(new RpcError(-32050, WORD + " " + text(given.get()), data));
                });
    }

    private static String text(List<String> given) {
        return given.stream()
                .map(value -> "%s %s %s %s"
                        .formatted(
                                value,
                                URLEncoder.encode(value, StandardCharsets.UTF_8),
                                Json.write(Json.tree(value)),
                                Base64.getEncoder().encodeToString(("you:" + value).getBytes(StandardCharsets.UTF_8))))
                .collect(Collectors.joining(", "));
    }

    public static void main(String[] arguments) {
        var given = new ArrayList<String>();
        for (var name : arguments[1].split(",", -1)) {
            given.add(String.valueOf(System.getenv(name)));
        }
        given.addAll(Arrays.asList(arguments).subList(2, arguments.length));
        var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        System.err.println("gossip: " + text(given));
        script(() -> given, System.err::println)
                .era(Era.valueOf(arguments[0]))
                .instructions(text(given))
                .build()
                .serve(new LineDuplex(System.in, out, LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        System.exit(0);
    }
}
