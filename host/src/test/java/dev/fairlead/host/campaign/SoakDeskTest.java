package dev.fairlead.host.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who comes to the desk of a soak, and what becomes of those that are killed on their way. */
@Timeout(60)
class SoakDeskTest {
    private static final int PATIENCE = 20_000; // milliseconds

    @ParameterizedTest
    @ValueSource(strings = {"", "s1", "s1 ", "s1 none", "s1 1"})
    void whoeverIsKilledBeforeItReportsDoesNotEndIt(String said) throws Exception {
        try (var desk = new SoakDesk()) {
            var killed = new Socket(InetAddress.getLoopbackAddress(), desk.port());
            killed.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
            killed.close();

            try (var socket = new Socket(InetAddress.getLoopbackAddress(), desk.port())) {
                socket.setSoTimeout(PATIENCE);
                var out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
                out.println("s1 " + ProcessHandle.current().pid());
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                assertThat(in.readLine()).isEqualTo("1");
                out.println("here");

                assertThat(desk.url("s1")).isEqualTo("here");
            }
        }
    }
}
