package dev.fairlead.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who can reach a console at all, and that nobody can keep others from it. */
@Tag("thorough")
final class ReachTest {
    private static final byte[] HERE = {127, 0, 0, 1};
    private static final List<String> HERE_IN_TABLES = List.of("0100007F", "0000000000000000FFFF00000100007F");

    @TempDir
    private Path home;

    private Page page;
    private List<Integer> ports;

    @BeforeEach
    void start() throws Exception {
        page = new Page(home);
        var sandbox = URI.create(page.get("/api/state").path("sandbox").asString(""));
        ports = List.of(page.console().port(), sandbox.getPort());
    }

    @AfterEach
    void end() {
        page.close();
    }

    @Test
    void noOtherAddressOfThisMachineIsAnswered() throws Exception {
        var here = InetAddress.getByAddress(HERE);
        var others = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.equals(here))
                .toList();
        for (int port : ports) {
            for (var address : others) {
                assertThatThrownBy(() -> open(address, port))
                        .as("%s, port %d", address, port)
                        .isInstanceOf(IOException.class);
            }
            open(here, port);
        }
    }

    @Test
    void nothingIsSetForTheWholeProgram() {
        assertThat(System.getProperties().stringPropertyNames())
                .noneMatch(name -> name.startsWith("sun.net.httpserver."));
    }

    private static void open(InetAddress address, int port) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 5_000);
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "it reads the tables of the system")
    void theSystemListsThePortsUnderOneAddress() throws Exception {
        var listening = new ArrayList<String>();
        for (var table : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
            if (Files.isReadable(table)) {
                try (Stream<String> lines = Files.lines(table)) {
                    lines.map(line -> line.strip().split("\\s+"))
                            .filter(columns -> columns.length > 3 && columns[3].equals("0A"))
                            .map(columns -> columns[1].split(":"))
                            .filter(local -> ports.contains(Integer.parseInt(local[1], 16)))
                            .forEach(local -> listening.add(local[0]));
                }
            }
        }
        assertThat(listening).hasSize(ports.size()).isSubsetOf(HERE_IN_TABLES);
    }

    @Test
    void anotherUserOfThisMachineReadsNothingOfWhatIsKept() throws Exception {
        var setpriv = Path.of("/usr/bin/setpriv");
        boolean root = "root".equals(System.getProperty("user.name"));
        assumeTrue(root && Files.isExecutable(setpriv), "NOT TESTED: only root can be somebody else");
        page.post("/api/chats", "{}");
        page.restart();
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        var open = Files.writeString(home.resolve("open"), "for everybody");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(othersRead(open)).isTrue();

        try (Stream<Path> files = Files.walk(home.resolve("console"))) {
            var kept = files.filter(Files::isRegularFile).toList();
            assertThat(kept).isNotEmpty();
            for (var file : kept) {
                assertThat(othersRead(file)).as("%s", file).isFalse();
            }
        }
    }

    private static boolean othersRead(Path file) throws Exception {
        var nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "cat", file.toString());
        var reading = new ProcessBuilder(nobody)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(reading.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return reading.exitValue() == 0;
    }

    @Test
    void halfRequestsAndStreamsThatNobodyReadsKeepNobodyWaitingAndHalfOnesAreLeft() throws Exception {
        var crowd = new ArrayList<AutoCloseable>();
        try {
            var head =
                    "POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\nOrigin: http://127.0.0.1:%1$d\r\nContent-Type: application/json\r\nContent-Le"
                            .formatted(page.console().port());
            var halves = List.of(head, head + "ngth: 20\r\n\r\n{");
            for (int i = 0; i < 500; i++) {
                var socket = new Socket(
                        InetAddress.getByAddress(HERE), page.console().port());
                crowd.add(socket);
                socket.getOutputStream().write(halves.get(i % 2).getBytes(StandardCharsets.US_ASCII));
            }
            var left = List.of((Socket) crowd.get(0), (Socket) crowd.get(1));
            for (int i = 0; i < 200; i++) {
                crowd.add(page.events(page.get("/api/state").path("seq").asString("")));
            }
            for (int i = 0; i < 20; i++) {
                long began = System.nanoTime();
                page.get("/api/state");
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
            }
            for (var socket : left) {
                socket.setSoTimeout(100_000);
                assertThat(socket.getInputStream().read()).isNegative();
            }
        } finally {
            for (var one : crowd) {
                one.close();
            }
        }
    }
}
