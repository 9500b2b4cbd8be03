package dev.fairlead.host.campaign;

import dev.fairlead.auth.Grant;
import dev.fairlead.auth.RegisteredClient;
import dev.fairlead.host.Host;
import dev.fairlead.host.campaign.SoakServer.Way;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.http.TcpFaultProxy;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The servers of a soak: four that the host starts, two that it reaches by address, two that want a token. Both eras. */
final class SoakStage implements AutoCloseable {
    static final int SERVERS = 8;

    private static final int ENDS = 3; // of a connection in this program: the host's, and two of the proxy

    /** What is begun while nothing is passed on is given up soon after. */
    private static final Duration STARTUP = Duration.ofSeconds(20);

    private final SoakDesk desk = new SoakDesk();
    private final Map<Integer, TcpFaultProxy> proxies = new HashMap<>();
    private final Map<Integer, Process> processes = new HashMap<>();
    private final Map<Integer, Integer> ports = new HashMap<>();

    SoakStage() throws IOException, InterruptedException {
        try {
            for (int server = 0; server < SERVERS; server++) {
                if (way(server) != Way.STDIO) {
                    processes.put(server, start(server, 0));
                }
            }
            for (int server : List.copyOf(processes.keySet())) {
                var url = desk.url(name(server));
                var proxy = TcpFaultProxy.to(url);
                proxies.put(server, proxy);
                ports.put(server, URI.create(url).getPort());
                desk.tell(name(server), "called " + proxy.through(url));
            }
        } catch (IOException | InterruptedException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    static String name(int server) {
        return "s" + server;
    }

    static Way way(int server) {
        return server < 4 ? Way.STDIO : server < 6 ? Way.HTTP : Way.PROTECTED;
    }

    static Era era(int server) {
        return server % 2 == 0 ? Era.MODERN : Era.LEGACY;
    }

    SoakDesk desk() {
        return desk;
    }

    TcpFaultProxy proxy(int server) {
        return Objects.requireNonNull(proxies.get(server));
    }

    /** Returns how many connections to servers there are. */
    int connections() {
        return proxies.values().stream().mapToInt(TcpFaultProxy::open).sum();
    }

    /** Returns what was looked at without the descriptors of connections, whose number follows the calls. */
    Vitals withoutConnections(Vitals vitals) {
        return vitals.without((long) ENDS * connections());
    }

    /** Opens a host that has them all. */
    Host open() throws InterruptedException {
        var builder = Host.builder();
        var walled = new ArrayList<String>();
        for (int server = 0; server < SERVERS; server++) {
            builder.server(ServerConfig.builder(name(server), endpoint(server))
                    .startupTimeout(STARTUP)
                    .build());
            if (way(server) == Way.PROTECTED) {
                walled.add(url(server));
            }
        }
        return builder.logins(oauth -> oauth.grant(new Grant.OwnRight())
                        .client(RegisteredClient.of(SoakServer.CLIENT).withSecret(SoakServer.SECRET))
                        .trustingServers()
                        .forServers(walled.toArray(String[]::new)))
                .open();
    }

    private Endpoint endpoint(int server) throws InterruptedException {
        if (way(server) != Way.STDIO) {
            return Endpoint.Address.of(url(server));
        }
        var command = command(server, 0);
        return Endpoint.Command.of(
                command.getFirst(), command.subList(1, command.size()).toArray(String[]::new));
    }

    private String url(int server) throws InterruptedException {
        return proxy(server).through(desk.url(name(server)));
    }

    private List<String> command(int server, int port) {
        return SoakServer.command(name(server), era(server), way(server), desk.port(), port);
    }

    private Process start(int server, int port) throws IOException {
        return new ProcessBuilder(command(server, port))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Kills a server, and returns when it is dead. */
    void kill(int server) throws InterruptedException {
        var process = desk.process(name(server));
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Starts a server that the host reaches by address, where it was before. */
    void startAgain(int server) throws IOException, InterruptedException {
        int port = Objects.requireNonNull(ports.get(server));
        while (true) {
            var process = start(server, port);
            processes.put(server, process);
            // Somebody may have the port for a moment, and then it ends at once.
            if (desk.reports(name(server), process)) {
                return;
            }
        }
    }

    /** Sends a signal to a process that is still there. */
    void signal(ProcessHandle process, String signal) throws IOException, InterruptedException {
        if (process.isAlive()) {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(1, TimeUnit.MINUTES);
        }
    }

    @Override
    public void close() throws IOException {
        desk.close();
        proxies.values().forEach(TcpFaultProxy::close);
        processes.values().forEach(Process::destroyForcibly);
    }
}
