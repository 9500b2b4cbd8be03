package dev.fairlead.wire.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.wire.Busy;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.BooleanSupplier;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that say without end that they are at work, which the HTTP engine reads for itself. */
@Timeout(120)
class InterimFloodTest {
    private static final byte[] AT_WORK =
            "HTTP/1.1 102 Processing\r\n\r\n".repeat(1_000).getBytes(US_ASCII);
    private static final byte[] DONE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII);

    @Test
    void whoeverWaitsForTheirAnswersLeavesOthersTheirTurns() throws Exception {
        try (var engine = HttpEngine.builder().build();
                var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var url = HttpUrl.get("http://localhost:%d/".formatted(listener.getLocalPort()));
            Busy.leavesRoomForOthers(over -> {
                // Threads of the system, as these would take turns with those of the readers otherwise.
                Thread.ofPlatform().daemon().start(() -> serve(listener, over));
                return () -> {
                    var request = new Request.Builder().url(url).build();
                    try (var response = engine.client().newCall(request).execute()) {
                        assertThat(response.body().string()).isEqualTo("ok");
                    }
                    return true;
                };
            });
        }
    }

    private static void serve(ServerSocket listener, BooleanSupplier over) {
        try (var socket = listener.accept()) {
            while (!over.getAsBoolean()) {
                socket.getOutputStream().write(AT_WORK);
            }
            socket.getOutputStream().write(DONE);
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException ended) {
            return; // The reader has left.
        }
    }
}
