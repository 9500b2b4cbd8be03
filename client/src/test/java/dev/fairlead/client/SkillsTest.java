package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.json;
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
import dev.fairlead.protocol.error.ServerErrorException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.Violation;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.Verifies;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Skills of servers that tell the truth, or told it once. */
class SkillsTest {

    private static McpClient connect(ScriptedServer server) {
        return McpClient.connect(server.transport(), NegotiationTest.profile().build());
    }

    private static List<String> read(ScriptedServer server) {
        return server.requests("resources/read").stream()
                .map(request -> request.params().path("uri").stringValue())
                .toList();
    }

    @Test
    @Verifies("J-30")
    void aServerThatDeclaresNoSkillsIsNotAskedForAny() {
        var server = FakeServer.named("plain").build();
        try (var client = McpClient.connect(server.transport())) {
            int before = server.received().size();
            var skill = SkillFixture.honest().skill();

            assertThat(client.skills().offered()).isFalse();
            assertThatThrownBy(() -> client.skills().list())
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("skills/list")
                    .hasMessageContaining("plain");
            assertThatThrownBy(() -> client.skills().get(URI)).isInstanceOf(UnsupportedFeatureException.class);
            assertThatThrownBy(() -> client.skills().load(skill)).isInstanceOf(UnsupportedFeatureException.class);
            assertThat(server.received()).hasSize(before);
        }
    }

    @Test
    @Verifies({"J-30", "J-35"})
    void aListIsReadToItsEndAndUsedAgainAndNoFileIsReadForIt() {
        var first = SkillFixture.honest().entry();
        var second = first.deepCopy().put("uri", "skill://other/refunds/SKILL.md");
        var server = SkillFixture.honest().server().on("skills/list", (request, line) -> {
            boolean start = request.params().get("cursor") == null;
            var page = json(SkillFixture.list(List.of(start ? first : second)));
            line.result(request, Json.write(start ? page.put("nextCursor", "2") : page));
        });
        try (var client = connect(server)) {
            assertThat(client.skills().offered()).isTrue();
            assertThat(client.skills().list())
                    .extracting(Skill::uri)
                    .containsExactly(URI, second.path("uri").stringValue());
            assertThat(client.skills().list()).hasSize(2);
            assertThat(server.requests("skills/list")).hasSize(2);
            assertThat(server.requests("resources/read")).isEmpty();
        }
    }

    @Test
    @Verifies("J-30")
    void theClientDeclaresNothing() {
        var server = SkillFixture.honest().server();
        try (var client = connect(server)) {
            client.skills().list();

            assertThat(Json.write(server.requests("skills/list").getFirst().params()))
                    .doesNotContain("extensions");
        }
    }

    @Test
    void aServerOfAnOlderRevisionMayHaveSkillsToo() {
        var server = SkillFixture.honest()
                .onto(ScriptedServer.legacy("{'resources':{},'extensions':{'io.modelcontextprotocol/skills':{}}}"));
        try (var client = connect(server)) {
            var skill = client.skills().list().getFirst();

            assertThat(client.skills().load(skill).text()).isEqualTo(MARKDOWN);
        }
    }

    @Test
    @Verifies({"J-31", "J-35"})
    void aLoadedSkillHasItsTextAndReadsItsFilesWhenTheyAreWanted() {
        var server = SkillFixture.honest().server();
        try (var client = connect(server)) {
            var skill = client.skills().list().getFirst();
            assertThat(skill.name()).isEqualTo("refunds");
            assertThat(skill.description()).isEqualTo("Pays customers back");

            var loaded = client.skills().load(skill);
            assertThat(loaded.text()).isEqualTo(MARKDOWN);
            assertThat(loaded.skill()).isEqualTo(skill);
            assertThat(loaded.paths()).containsExactly("SKILL.md", "references/policy.md");
            assertThat(read(server)).containsExactly(URI);

            assertThat(loaded.read("references/policy.md")).isEqualTo(bytes("Be fair.\n"));
            assertThat(loaded.readText("./references/../references/policy.md")).isEqualTo("Be fair.\n");
            assertThat(read(server)).containsExactly(URI, POLICY, POLICY);
        }
    }

    @Test
    @Verifies("J-31")
    void entriesInAnyOtherFormAreLeftOutAndReported() {
        var good = SkillFixture.honest().entry();
        var without = good.deepCopy();
        without.remove("resources");
        var bad = List.of(
                without,
                good.deepCopy().put("resources", "static"),
                good.deepCopy().put("resources", true),
                good.deepCopy().set("frontmatter", json("{'name':'refunds'}")),
                good.deepCopy().set("resources", Json.parse("[{\"uri\":\"skill://x\",\"size\":1}]")),
                good.deepCopy().set("resources", Json.parse("[{\"uri\":\"u\",\"size\":1,\"digest\":\"sha256:ABC\"}]")));
        var all = new ArrayList<>(bad);
        all.add(good);
        var server = SkillFixture.honest().server().answering("skills/list", SkillFixture.list(all));
        try (var client = connect(server)) {
            assertThat(client.skills().list()).containsExactly(Skill.from(good));
            assertThat(client.violations().get(Violation.Kind.BAD_SHAPE)).isEqualTo(bad.size());
        }
        var single = SkillFixture.honest().announcing(without).server();
        try (var client = connect(single)) {
            assertThatThrownBy(() -> client.skills().get(URI))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("resources");
        }
    }

    @Test
    @Verifies("J-33")
    void aSkillThatIsNotListedIsFoundByItsUri() {
        var server = SkillFixture.honest().server().answering("skills/list", SkillFixture.list(List.of()));
        try (var client = connect(server)) {
            assertThat(client.skills().list()).isEmpty();

            assertThat(client.skills().load(client.skills().get(URI)).text()).isEqualTo(MARKDOWN);
            assertThatThrownBy(() -> client.skills().get("skill://none/SKILL.md"))
                    .isInstanceOf(ServerErrorException.class)
                    .hasMessageContaining("no such skill");
        }
    }

    @Test
    @Verifies("J-33")
    void aSkillMayHaveAnyScheme() {
        var uri = "github://nowhere.invalid/acme/refunds/SKILL.md";
        var content = bytes(MARKDOWN);
        var file = SkillResource.of(uri, SkillFixture.digest(content), content.length);
        var server = SkillFixture.honest().serving(uri, content).server();
        try (var client = connect(server)) {
            var skill = Skill.of(uri, SkillFixture.frontmatter(), List.of(file));

            assertThat(client.skills().load(skill).text()).isEqualTo(MARKDOWN);
            assertThat(read(server)).containsExactly(uri);
        }
    }

    @Test
    @Verifies("J-32")
    void skillsOfOneNameStayApart() {
        var here = SkillFixture.honest();
        var there = "skill://other/refunds/SKILL.md";
        var other = here.entry().deepCopy().put("uri", there);
        ((ObjectNode) other.withArray("resources").get(0)).put("uri", there);
        ((ArrayNode) other.get("resources")).remove(1);
        var server = here.serving(there, MARKDOWN)
                .server()
                .answering("skills/list", SkillFixture.list(List.of(here.entry(), other)));
        try (var client = connect(server)) {
            var skills = client.skills().list();
            assertThat(skills).extracting(Skill::name).containsExactly("refunds", "refunds");

            for (var skill : skills) {
                var loaded = client.skills().load(skill);
                assertThat(loaded.skill().uri()).isEqualTo(skill.uri());
                assertThat(loaded.server()).isEqualTo("scripted");
            }
            assertThat(read(server)).containsExactly(URI, there);
        }
    }

    @Test
    @Verifies("J-36")
    void filesComeFromTheServerOfTheSkillAndItIsNamed() {
        var mine = SkillFixture.honest().server();
        var other = SkillFixture.honest().server();
        try (var client = connect(mine);
                var bystander = connect(other)) {
            var loaded = client.skills().load(client.skills().get(URI));
            loaded.read("references/policy.md");

            assertThat(loaded.server()).isEqualTo("scripted");
            assertThat(read(mine)).hasSize(2);
            assertThat(bystander.skills().offered()).isTrue();
            assertThat(read(other)).isEmpty();
        }
    }

    @Test
    @Verifies("J-35")
    void anotherFileIsComparedAtEveryReading() {
        var fixture = SkillFixture.honest();
        try (var client = connect(fixture.server())) {
            var loaded = client.skills().load(fixture.skill());
            assertThat(loaded.readText("references/policy.md")).isEqualTo("Be fair.\n");

            fixture.serving(POLICY, "Be bold.\n");
            assertThatThrownBy(() -> loaded.read("references/policy.md"))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("digest")
                    .hasMessageContaining(POLICY);
        }
    }

    @Test
    @Verifies("J-35")
    void aChangedSkillIsLoadedFromItsPresentEntry() {
        var fixture = SkillFixture.honest();
        var server = fixture.server();
        try (var client = connect(server)) {
            var old = client.skills().list().getFirst();
            var changed = MARKDOWN + "Then say sorry.\n";
            fixture.serving(URI, changed)
                    .announcing(SkillFixture.with(Map.of(URI, bytes(changed))).entry());
            assertThatThrownBy(() -> client.skills().load(old)).isInstanceOf(ProtocolViolationException.class);

            // Both entry and file may be kept for a minute, says the server; neither is.
            var present = client.skills().get(URI);
            assertThat(present.resources()).isNotEqualTo(old.resources());
            assertThat(client.skills().load(present).text()).isEqualTo(changed);
        }
    }

    @Test
    @Verifies("J-34")
    void aDynamicSkillIsReadWithoutDigestsUpToTheSameSize() {
        var files = new LinkedHashMap<String, byte[]>();
        files.put(URI, bytes(MARKDOWN));
        files.put(FOLDER + "to%20day/%25.md", bytes("now"));
        files.put(FOLDER + "huge", new byte[9 << 20]);
        var server = SkillFixture.dynamic(files).server();
        try (var client = connect(server)) {
            var skill = client.skills().list().getFirst();
            assertThat(skill.dynamic()).isTrue();
            var loaded = client.skills().load(skill);

            assertThat(loaded.paths()).isEmpty();
            assertThat(loaded.readText("to day/%.md")).isEqualTo("now");
            assertThatThrownBy(() -> loaded.read("../x")).isInstanceOf(UnsupportedFeatureException.class);
            assertThat(loaded.read("huge")).hasSize(9 << 20);
            assertThatThrownBy(() -> loaded.read("huge"))
                    .isInstanceOf(ProtocolViolationException.class)
                    .hasMessageContaining("in all");
        }
    }

    @Test
    void aPathIsTheNameOfTheFileAndNotItsUri() {
        var files = new LinkedHashMap<String, byte[]>();
        files.put(URI, bytes(MARKDOWN));
        files.put(FOLDER + "my%20notes/%C3%BC+1.md", bytes("ü"));
        try (var client = connect(SkillFixture.with(files).server())) {
            var loaded = client.skills().load(client.skills().get(URI));

            assertThat(loaded.paths()).containsExactly("SKILL.md", "my notes/ü+1.md");
            assertThat(loaded.readText("my notes/ü+1.md")).isEqualTo("ü");
        }
    }
}
