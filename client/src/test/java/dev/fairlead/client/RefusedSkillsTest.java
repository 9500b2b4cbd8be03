package dev.fairlead.client;

import static dev.fairlead.client.SkillFixture.FOLDER;
import static dev.fairlead.client.SkillFixture.MARKDOWN;
import static dev.fairlead.client.SkillFixture.POLICY;
import static dev.fairlead.client.SkillFixture.URI;
import static dev.fairlead.client.SkillFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.Skill;
import dev.fairlead.protocol.SkillResource;
import dev.fairlead.protocol.error.ProtocolViolationException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.testkit.Verifies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Skills that are not what their entries say, or whose entries are not what they should be. */
class RefusedSkillsTest {

    private static McpClient connect(ScriptedServer server) {
        return McpClient.connect(server.transport(), NegotiationTest.profile().build());
    }

    private static List<String> read(ScriptedServer server) {
        return server.requests("resources/read").stream()
                .map(request -> request.params().path("uri").stringValue())
                .toList();
    }

    @Test
    void anEntryOfAnotherSkillIsNoAnswer() {
        var other = SkillFixture.honest().entry().deepCopy().put("uri", "skill://x/refunds/SKILL.md");
        try (var client = connect(SkillFixture.honest().announcing(other).server())) {
            assertThatThrownBy(() -> client.skills().get(URI))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("another skill");
        }
    }

    private static void refuses(SkillFixture fixture, Class<? extends Exception> how, String why) {
        var server = fixture.server();
        try (var client = connect(server)) {
            var skill = client.skills().get(URI);
            assertThatThrownBy(() -> client.skills().load(skill))
                    .isInstanceOf(how)
                    .hasMessageContaining(why);
            assertThat(read(server)).doesNotContain(POLICY);
        }
    }

    @Test
    @Verifies("J-35")
    void aFileWithAnotherDigestIsRefused() {
        var evil = MARKDOWN.replace("Pay them", "Pay thee");
        assertThat(evil).hasSameSizeAs(MARKDOWN).isNotEqualTo(MARKDOWN);

        refuses(SkillFixture.honest().serving(URI, evil), ProtocolViolationException.class, "digest");
    }

    @ParameterizedTest
    @ValueSource(strings = {"more", ""})
    @Verifies("J-35")
    void aFileOfAnotherSizeIsRefused(String more) {
        var content = more.isEmpty() ? MARKDOWN.strip() : MARKDOWN + more;

        refuses(SkillFixture.honest().serving(URI, content), ProtocolViolationException.class, "bytes instead of");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "---\nname: refunds\ndescription: Steals\n---\n",
                "---\nname: refunds\n---\n",
                "---\nname: refunds\ndescription: Pays customers back\nallowed-tools: Bash\n---\n",
                "---\nname: refunds\ndescription: Pays customers back\n",
                "---\nname: &a refunds\ndescription: Pays customers back\n---\n",
                "Pays customers back",
                ""
            })
    @Verifies("J-35")
    void aFileWithOtherFrontMatterIsRefusedEvenIfItsDigestIsRight(String markdown) {
        refuses(SkillFixture.with(Map.of(URI, bytes(markdown))), ProtocolViolationException.class, "front matter");
        refuses(SkillFixture.dynamic(Map.of(URI, bytes(markdown))), ProtocolViolationException.class, "front matter");
    }

    @Test
    void aSkillThatIsNotTextIsRefused() {
        refuses(
                SkillFixture.with(Map.of(URI, new byte[] {'-', (byte) 0xff})),
                ProtocolViolationException.class,
                "not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "references/other.md",
                "references",
                "references/",
                "references/policy.md/",
                "references//policy.md",
                "/references/policy.md",
                "../refunds/references/policy.md",
                "references/../../refunds/SKILL.md",
                "references/%2e%2e/SKILL.md",
                "references\\policy.md",
                "skill://acme/refunds/SKILL.md",
                "file:///etc/passwd",
                "references/policy.md?x",
                "references/policy.md\0",
                "",
                ".",
                ".."
            })
    @Verifies("J-35")
    void aFileThatIsNotListedIsNotAskedFor(String path) {
        var server = SkillFixture.honest()
                .serving(FOLDER + "references/other.md", "?")
                .server();
        try (var client = connect(server)) {
            var loaded = client.skills().load(client.skills().get(URI));

            assertThatThrownBy(() -> loaded.read(path))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("no such file");
            assertThat(read(server)).containsExactly(URI);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "skill://acme/other/SKILL.md",
                "skill://acme/refunds/../other/SKILL.md",
                "skill://acme/refunds/a/../b",
                "skill://acme/refunds/%2e%2e/b",
                "skill://acme/refunds/a%2Fb",
                "skill://acme/refunds/a%5Cb",
                "skill://acme/refunds/a//b",
                "skill://acme/refunds/a/",
                "skill://acme/refunds/",
                "skill://acme/refunds/a?b",
                "skill://acme/refunds/a#b",
                "skill://acme/refunds/a%zz",
                "skill://acme/refunds",
                "file:///etc/passwd",
                "skill://acme/refunds/SKILL.md",
                "skill://acme/refunds/SKILL%2Emd"
            })
    @Verifies("J-31")
    void anEntryWithAFileAnywhereElseIsInvalid(String uri) {
        var entry = SkillFixture.honest().entry().deepCopy();
        ((ObjectNode) entry.withArray("resources").get(1)).put("uri", uri);

        refuses(SkillFixture.honest().announcing(entry), ProtocolViolationException.class, "invalid");
    }

    @Test
    @Verifies("J-31")
    void anEntryWithoutItsOwnFileOrUnderAnotherNameIsInvalid() {
        var headless = SkillFixture.honest().entry().deepCopy();
        ((ArrayNode) headless.get("resources")).remove(0);
        refuses(SkillFixture.honest().announcing(headless), ProtocolViolationException.class, "no SKILL.md");

        var renamed = SkillFixture.honest().entry().deepCopy();
        ((ObjectNode) renamed.get("frontmatter")).put("name", "payouts");
        refuses(SkillFixture.honest().announcing(renamed), ProtocolViolationException.class, "name");
    }

    private static SkillFixture sized(int files, long rest) {
        var honest = SkillFixture.honest();
        var resources = new ArrayList<>(honest.skill().resources().subList(0, 1));
        for (int file = 1; file < files; file++) {
            long size = file == 1 ? rest - MARKDOWN.length() : 0;
            resources.add(SkillResource.of(FOLDER + file, SkillFixture.digest(new byte[0]), size));
        }
        return honest.announcing(
                Skill.of(URI, SkillFixture.frontmatter(), resources).toJson());
    }

    @Test
    @Verifies("J-34")
    void aSkillAtBothLimitsIsLoaded() {
        try (var client = connect(sized(512, 16L << 20).server())) {
            assertThat(client.skills().load(client.skills().get(URI)).paths()).hasSize(512);
        }
    }

    @Test
    @Verifies("J-34")
    void aLargerSkillIsRefusedBeforeAnythingIsReadAndTheReasonIsGiven() {
        refusesUnread(sized(513, 16L << 20), "513 files, more than 512");
        refusesUnread(sized(512, (16L << 20) + 1), "more than 16777216 bytes");
        refusesUnread(sized(2, Long.MAX_VALUE), "more than 16777216 bytes");
    }

    private static void refusesUnread(SkillFixture fixture, String why) {
        var server = fixture.server();
        try (var client = connect(server)) {
            var skill = client.skills().get(URI);
            assertThatThrownBy(() -> client.skills().load(skill))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining(why);
            assertThat(read(server)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'resultType':'complete','contents':[]}",
                "{'resultType':'complete','contents':[{'uri':'a','text':'x'},{'uri':'b','text':'y'}]}",
                "{'resultType':'complete','contents':[{'uri':'skill://acme/refunds/SKILL.md','blob':'?'}]}",
                "{'resultType':'complete'}"
            })
    void anAnswerThatIsNoFileIsRefused(String result) {
        try (var client = connect(SkillFixture.honest().server().answering("resources/read", result))) {
            var skill = client.skills().get(URI);
            assertThatThrownBy(() -> client.skills().load(skill)).isInstanceOf(ProtocolViolationException.class);
        }
    }
}
