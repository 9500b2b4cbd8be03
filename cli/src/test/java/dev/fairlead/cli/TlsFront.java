package dev.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** TLS in front of a server on this machine that has none, with a certificate of the test's making. */
final class TlsFront implements AutoCloseable {
    private static final String PASSWORD = "only-for-tests";

    private final SSLServerSocket listening;
    private final Path certificate;

    private TlsFront(SSLServerSocket listening, Path certificate) {
        this.listening = listening;
        this.certificate = certificate;
    }

    /**
     * Serves on a free port.
     *
     * @param behind the port of the server behind
     * @param options what the certificate is like, as {@code keytool -genkeypair} wants it
     */
    static TlsFront before(int behind, Path folder, String... options) throws Exception {
        var keys = folder.resolve("keys.p12");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                keys.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                "it",
                "-keyalg",
                "EC"));
        command.addAll(List.of(options));
        var tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(tool.exitValue()).as(said).isZero();
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        var socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var pem = Files.writeString(
                folder.resolve("it.pem"),
                "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
                        .formatted(Base64.getMimeEncoder()
                                .encodeToString(store.getCertificate("it").getEncoded())));
        var front = new TlsFront(socket, pem);
        Thread.ofVirtual().start(() -> front.accept(behind));
        return front;
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Returns the file with its certificate. */
    Path certificate() {
        return certificate;
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }

    private void accept(int behind) {
        while (!listening.isClosed()) {
            try {
                var client = (SSLSocket) listening.accept();
                Thread.ofVirtual().start(() -> serve(client, behind));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void serve(SSLSocket client, int behind) {
        try (client) {
            client.startHandshake();
            forward(client, behind);
        } catch (IOException gone) {
            return; // Whoever does not like the certificate leaves.
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forward(Socket client, int behind) throws IOException, InterruptedException {
        try (var server = new Socket(InetAddress.getLoopbackAddress(), behind)) {
            var back = Thread.ofVirtual().start(() -> copy(server, client));
            pump(client.getInputStream(), server.getOutputStream());
            server.shutdownOutput();
            back.join();
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            pump(from.getInputStream(), to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException gone) {
            return; // Either end may leave first.
        }
    }

    private static void pump(InputStream from, OutputStream to) throws IOException {
        var buffer = new byte[8192];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            to.flush();
        }
    }
}
