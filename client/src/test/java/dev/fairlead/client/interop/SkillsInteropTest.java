package dev.fairlead.client.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Skill;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Skills as the TypeScript SDK serves them from a folder. */
@Interop
final class SkillsInteropTest {
    private static final String URI = "skill://letters/SKILL.md";
    private static final String MARKDOWN = """
        ---
        name: letters
        description: >-
          Writes letters: to friends,
          and to others
        license: MIT
        metadata:
          version: "1.0"
          author: 'Ada ''the first'''
        allowed-tools: Read Grep
        tags: [post, {kind: slow}]
        steps:
          - think
          - write: true
            pages: 2
        ---
        Begin with `references/how to.md`.
        """;

    @RegisterExtension
    final Connections connections = new Connections();

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        var skill =
                Files.createDirectories(folder.resolve("letters/references")).getParent();
        Files.writeString(skill.resolve("SKILL.md"), MARKDOWN);
        Files.writeString(skill.resolve("references/how to.md"), "Dear Ünal,\n");
        Files.write(skill.resolve("stamp.png"), new byte[] {(byte) 0x89, 'P', 0, (byte) 0xff});
    }

    private Transport server() throws IOException {
        var script = NodeServers.install().resolve("skills.mjs");
        try (var content = SkillsInteropTest.class.getResourceAsStream("/interop/skills.mjs")) {
            Files.copy(Objects.requireNonNull(content), script, StandardCopyOption.REPLACE_EXISTING);
        }
        return StdioTransport.of(NodeServers.node(script.toString(), folder.toString()));
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolVersion.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void skillsAreListedLoadedAndRead(ProtocolVersion version) throws IOException {
        var client = connections.open(server(), version);

        var skills = client.skills().list();
        assertThat(skills).extracting(Skill::uri).containsExactly(URI);
        assertThat(client.skills().get(URI)).isEqualTo(skills.getFirst());
        assertThat(skills.getFirst().description()).isEqualTo("Writes letters: to friends, and to others");

        var loaded = client.skills().load(skills.getFirst());
        assertThat(loaded.text()).isEqualTo(MARKDOWN);
        assertThat(loaded.paths()).containsExactlyInAnyOrder("SKILL.md", "references/how to.md", "stamp.png");
        assertThat(loaded.readText("references/how to.md")).isEqualTo("Dear Ünal,\n");
        assertThat(loaded.read("stamp.png")).containsExactly(0x89, 'P', 0, 0xff);
        assertThatThrownBy(() -> loaded.read("../letters/stamp.png")).isInstanceOf(UnsupportedFeatureException.class);
    }

    @Test
    void anUnknownSkillIsAnErrorOfTheServer() throws IOException {
        var client = connections.open(server());

        assertThatThrownBy(() -> client.skills().get("skill://none/SKILL.md")).isInstanceOf(ServerErrorException.class);
    }

    @Test
    void anEntryThatIsNotTheServersOwnDoesNotVerify() throws IOException {
        var client = connections.open(server());
        var skill = client.skills().get(URI);
        var frontmatter = skill.frontmatter().deepCopy();
        frontmatter.put("license", "Apache-2.0");

        var forged = Skill.of(URI, frontmatter, skill.resources());
        assertThatThrownBy(() -> client.skills().load(forged))
                .isInstanceOf(ProtocolViolationException.class)
                .hasMessageContaining("license");
    }
}
