package dev.fairlead.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The image, copied elsewhere and run where no other Java can be found. */
@Timeout(300)
@ExtendWith(NeedsImage.class)
@DisabledOnOs(OS.WINDOWS)
@Tag("thorough")
final class ImageTest {
    /** Has a refused cache end the program instead of slowing it down. */
    private static final String NO_CACHE_NO_START = "-XX:AOTMode=on";

    @TempDir
    Path folder;

    private record Run(int code, String out, String err) {}

    private final Path command = Image.command();

    @Test
    void startsFromItsCache() throws Exception {
        assertThat(fairlead("--version").out()).startsWith("fairlead ").hasLineCount(1);
        assertThat(fairlead("--help").out()).contains("Verbs:");
    }

    @Test
    void startsByALinkToo() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("link"), command);

        var run = finish(alone(link, "--version"));

        assertThat(run).isEqualTo(fairlead("--version"));
    }

    @Test
    void listsAndCallsTools() throws Exception {
        assertThat(fairlead("tools", "demo").out()).contains("add(a: number, b: number)");
        assertThat(fairlead("call", "demo", "add", "a=2", "b=3")).isEqualTo(new Run(0, "5\n", ""));
        assertThat(fairlead("call", "demo", "add", "a=2", "--json").code()).isEqualTo(6);
    }

    @Test
    @ExtendWith(NeedsMaterials.class)
    void saysWhatItIsMadeOf() throws Exception {
        var image = command.getParent().getParent();

        assertThat(image.resolve("LICENSE")).isNotEmptyFile();
        assertThat(image.resolve("THIRD-PARTY.md")).isNotEmptyFile();
        assertThat(image.resolve("sbom/fairlead.cdx.json")).hasSameTextualContentAs(Materials.file());
        assertThat(Files.exists(image.resolve("sbom/page.cdx.json")))
                .as("the page is listed where it is there")
                .isEqualTo(Materials.ofThePage().isPresent());
    }

    @Test
    void keepsDecisionsInItsDatabase() throws Exception {
        var project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve(".mcp.json"), "{\"mcpServers\": {\"x\": {\"command\": \"true\"}}}");

        var denying = alone(command, "approve", "x", "--deny").directory(project.toFile());

        assertThat(finish(denying).code()).isZero();
        assertThat(folder.resolve("home/fairlead.db")).isNotEmptyFile();
    }

    @Test
    void speaksTls() throws Exception {
        var held = new HeldCertificate.Builder()
                .addSubjectAlternativeName("localhost")
                .build();
        var pem = Files.writeString(folder.resolve("certificate.pem"), held.certificatePem());
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(new HandshakeCertificates.Builder()
                .heldCertificate(held)
                .build()
                .sslContext()));
        server.start();
        try {
            var url = "https://localhost:%d/mcp".formatted(server.getAddress().getPort());

            var trusting = fairlead("tools", url, "--cacert", pem.toString());
            var suspicious = fairlead("tools", url);

            assertThat(trusting.code()).isEqualTo(4);
            assertThat(trusting.err()).contains("HTTP 404");
            assertThat(suspicious.code()).isEqualTo(4);
            assertThat(suspicious.err())
                    .contains("certificate")
                    .doesNotContain("HTTP 404"); // Ports may have a 404 in them.
        } finally {
            server.stop(0);
        }
    }

    private Run fairlead(String... words) throws Exception {
        return finish(alone(command, words));
    }

    /** Prepares a command that finds no other program, and knows of no Java. */
    private ProcessBuilder alone(Path program, String... words) throws IOException {
        var line = new ArrayList<>(List.of(program.toString()));
        line.addAll(List.of(words));
        var builder = new ProcessBuilder(line).directory(folder.toFile());
        var empty = Files.createDirectories(folder.resolve("empty"));
        var tools = Files.createDirectories(folder.resolve("tools"));
        var readlink = tools.resolve("readlink");
        Files.writeString(readlink, "#!/bin/sh\nexec /usr/bin/readlink \"$@\"\n");
        assertThat(readlink.toFile().setExecutable(true)).isTrue();
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", empty.toString());
        builder.environment().put("FAIRLEAD_HOME", folder.resolve("home").toString());
        builder.environment().put("FAIRLEAD_KEYRING", "off");
        builder.environment().put("FAIRLEAD_JAVA_OPTS", NO_CACHE_NO_START);
        return builder;
    }

    private Run finish(ProcessBuilder builder) throws Exception {
        var out = Files.createTempFile(folder, "out", "");
        var err = Files.createTempFile(folder, "err", "");
        var process = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }
}
