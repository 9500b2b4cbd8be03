package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.ContentBlock;
import dev.fairlead.protocol.Root;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Interop
final class FilesystemInteropTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension
    final Connections connections = new Connections();

    private Path allowed;
    private Path other;

    @BeforeEach
    void makeFolders(@TempDir Path folder) throws Exception {
        // The server compares real paths.
        allowed = Files.createDirectory(folder.toRealPath().resolve("allowed"));
        other = Files.createDirectory(folder.toRealPath().resolve("other"));
    }

    @Test
    void filesAreWrittenReadEditedAndListed() throws Exception {
        var client = connections.open(NodeServers.filesystem(allowed));
        var file = allowed.resolve("poem.txt");

        assertThat(client.listTools()).hasSizeGreaterThanOrEqualTo(14);
        assertThat(client.callTool("write_file", Map.of("path", file.toString(), "content", "roses\nviolets\n"))
                        .isError())
                .isFalse();
        assertThat(file).hasContent("roses\nviolets\n");

        var edit = Map.of("path", file.toString(), "edits", List.of(Map.of("oldText", "violets", "newText", "tulips")));
        assertThat(client.callTool("edit_file", edit).text()).contains("-violets", "+tulips");

        var read = client.callTool("read_text_file", Map.of("path", file.toString()));
        assertThat(read.text()).isEqualTo("roses\ntulips\n");
        assertThat(read.structuredContent().orElseThrow().path("content").stringValue())
                .isEqualTo("roses\ntulips\n");
        assertThat(client.callTool("list_directory", Map.of("path", allowed.toString()))
                        .text())
                .isEqualTo("[FILE] poem.txt");
    }

    @Test
    void picturesAreRead() throws Exception {
        var client = connections.open(NodeServers.filesystem(allowed));
        byte[] dot = {(byte) 0x89, 'P', 'N', 'G'};
        var file = Files.write(allowed.resolve("dot.png"), dot);

        var result = client.callTool("read_media_file", Map.of("path", file.toString()));

        assertThat(result.content())
                .singleElement()
                .isInstanceOfSatisfying(
                        ContentBlock.Image.class,
                        image -> assertThat(image.bytes()).isEqualTo(dot));
    }

    @Test
    void whatLiesOutsideIsDenied() throws Exception {
        var client = connections.open(NodeServers.filesystem(allowed));
        var secret = Files.writeString(other.resolve("secret.txt"), "hush");

        var denied = client.callTool("read_text_file", Map.of("path", secret.toString()));

        assertThat(denied.isError()).isTrue();
        assertThat(denied.text()).contains("Access denied").doesNotContain("hush");
    }

    @Test
    void itsFoldersAreOurRoots() {
        var roots = new CopyOnWriteArrayList<>(List.of(Root.of(allowed)));
        var client =
                connections.open(NodeServers.filesystem(), InputHandlers.none().onRoots(() -> roots));

        awaitAllowed(client, allowed);

        roots.set(0, Root.of(other));
        client.rootsChanged();
        awaitAllowed(client, other);
    }

    private static void awaitAllowed(McpClient client, Path folder) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.callTool("list_allowed_directories", null)
                                .text())
                        .isEqualTo("Allowed directories:\n" + folder));
    }
}
