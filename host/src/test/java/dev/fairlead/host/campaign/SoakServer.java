package dev.fairlead.host.campaign;

import dev.fairlead.protocol.CallToolResult;
import dev.fairlead.protocol.Era;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.testkit.ServerCall;
import dev.fairlead.testkit.ToolHandler;
import dev.fairlead.testkit.auth.AuthServer;
import dev.fairlead.testkit.auth.ProtectedMcp;
import dev.fairlead.wire.stdio.LineDuplex;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A server with one tool, in a process of its own, that does what the {@link SoakDesk} tells it to and ends with it. Its
 * answers say which definition of the tool was run.
 */
final class SoakServer {
    static final String TOOL = "work";
    static final String CLIENT = "soak";
    static final String SECRET = "a-secret-of-the-soak";

    private static final int KEPT = 500; // calls, of which what the kit keeps is not forgotten yet
    private static final String REDIRECT = "http://127.0.0.1:1/callback"; // nobody logs in

    private final FakeServer server;
    private final AtomicLong calls = new AtomicLong();
    private volatile @Nullable HttpFront front;
    private volatile @Nullable ProtectedMcp wall;
    private volatile @Nullable AuthServer grantor;

    /** How it is reached. */
    enum Way {
        STDIO,
        HTTP,
        PROTECTED
    }

    private SoakServer(Era era, int version) {
        this.server = FakeServer.named("soak")
                .era(era)
                .tool(tool(version), running(version))
                .build();
    }

    /** Returns the command that starts it, on the Java and the classes that run us; port 0 for any. */
    static List<String> command(String name, Era era, Way way, int desk, int port) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx96m",
                "-cp",
                System.getProperty("java.class.path"),
                SoakServer.class.getName(),
                name,
                era.name(),
                way.name(),
                Integer.toString(desk),
                Integer.toString(port));
    }

    /** Asks the desk what to offer, and serves until the desk is gone, standard input ends or somebody kills it. */
    public static void main(String[] arguments) throws IOException {
        try (var desk = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[3]));
                var hears = new BufferedReader(new InputStreamReader(desk.getInputStream(), StandardCharsets.UTF_8));
                var says = new PrintWriter(desk.getOutputStream(), true, StandardCharsets.UTF_8)) {
            says.println(arguments[0] + " " + ProcessHandle.current().pid());
            var soak = new SoakServer(Era.valueOf(arguments[1]), Integer.parseInt(hears.readLine()));
            var way = Way.valueOf(arguments[2]);
            if (way == Way.STDIO) {
                Thread.ofPlatform().daemon().start(soak::onStandardStreams);
                says.println("-");
            } else {
                says.println(soak.onHttp(way, Integer.parseInt(arguments[4])));
            }
            for (var order = hears.readLine(); order != null; order = hears.readLine()) {
                says.println(soak.obey(order.split(" ", 2)));
            }
        }
        System.exit(0);
    }

    private void onStandardStreams() {
        server.serve(new LineDuplex(
                System.in,
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
                LineDuplex.USUAL_MAX_MESSAGE_BYTES));
        System.exit(0);
    }

    private String onHttp(Way way, int port) {
        var serving = HttpFront.serving(server, port).answers(way == Way.PROTECTED ? Answers.SSE : Answers.JSON);
        front = serving;
        if (way == Way.PROTECTED) {
            var granting = AuthServer.start().confidentialClient(CLIENT, SECRET, "client_secret_basic", REDIRECT);
            grantor = granting;
            wall = ProtectedMcp.before(serving, granting).announces(false);
        }
        return serving.url();
    }

    private String obey(String[] order) {
        var door = front;
        var closed = wall;
        var granting = grantor;
        switch (order[0]) {
            case "offer" -> server.replace(tool(Integer.parseInt(order[1])), running(Integer.parseInt(order[1])));
            case "called" -> {
                if (closed != null) {
                    closed.resource(order[1]);
                }
            }
            case "forget" -> {
                if (door != null) {
                    door.forgetSessions();
                }
            }
            case "expire" -> {
                if (closed != null) {
                    closed.expireAll();
                }
            }
            case "tokens" -> {
                return granting == null ? "0" : Long.toString(granting.tokenRequests("client_credentials"));
            }
            default -> {
                return "what is " + order[0] + "?";
            }
        }
        return "done";
    }

    static Tool tool(int version) {
        return Tool.of(
                TOOL, "Works, in its " + version + ". way.", Json.object().put("type", "object"));
    }

    private ToolHandler running(int version) {
        return call -> work(call, version);
    }

    private CallToolResult work(ServerCall call, int version) throws InterruptedException {
        if (calls.incrementAndGet() % KEPT == 0) {
            forget();
        }
        call.pause(Duration.ofMillis((long) call.number("ms", 0)));
        return CallToolResult.ofText(call.text("id", "none") + " " + version);
    }

    /** A day of messages is more than it has room for. */
    private void forget() {
        server.forgetReceived();
        var door = front;
        if (door != null) {
            door.http().forgetRequests();
        }
    }
}
