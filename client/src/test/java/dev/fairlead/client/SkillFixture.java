package dev.fairlead.client;

import dev.fairlead.protocol.Skill;
import dev.fairlead.protocol.SkillResource;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.protocol.rpc.Request;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/** A skill, and a server that serves it, truthfully or not. */
final class SkillFixture {
    static final String FOLDER = "skill://acme/refunds/";
    static final String URI = FOLDER + "SKILL.md";
    static final String MARKDOWN = """
        ---
        name: refunds
        description: Pays customers back
        ---
        Pay them back, see `references/policy.md`.
        """;
    static final String POLICY = FOLDER + "references/policy.md";

    private final Map<String, byte[]> served = new ConcurrentHashMap<>();
    private volatile ObjectNode entry;

    private SkillFixture(ObjectNode entry) {
        this.entry = entry;
    }

    /** Returns a skill of two files. */
    static SkillFixture honest() {
        var files = new LinkedHashMap<String, byte[]>();
        files.put(URI, bytes(MARKDOWN));
        files.put(POLICY, bytes("Be fair.\n"));
        return with(files);
    }

    static SkillFixture with(Map<String, byte[]> files) {
        var resources = new ArrayList<SkillResource>();
        files.forEach((uri, content) -> resources.add(SkillResource.of(uri, digest(content), content.length)));
        var skill = new SkillFixture(Skill.of(URI, frontmatter(), resources).toJson());
        skill.served.putAll(files);
        return skill;
    }

    static SkillFixture dynamic(Map<String, byte[]> files) {
        var skill = new SkillFixture(Skill.dynamic(URI, frontmatter()).toJson());
        skill.served.putAll(files);
        return skill;
    }

    static ObjectNode frontmatter() {
        return Json.object().put("name", "refunds").put("description", "Pays customers back");
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String digest(byte[] content) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Serves something else at a URI, whatever the entry says. */
    SkillFixture serving(String uri, byte[] content) {
        served.put(uri, content);
        return this;
    }

    SkillFixture serving(String uri, String text) {
        return serving(uri, bytes(text));
    }

    /** Announces something else. */
    SkillFixture announcing(ObjectNode other) {
        entry = other;
        return this;
    }

    ObjectNode entry() {
        return entry;
    }

    /** Returns the entry as a client reads it. */
    Skill skill() {
        return Skill.from(entry);
    }

    ScriptedServer server() {
        return onto(ScriptedServer.modern("{'resources':{},'extensions':{'io.modelcontextprotocol/skills':{}}}"));
    }

    ScriptedServer onto(ScriptedServer server) {
        return server.on("skills/list", (request, line) -> line.result(request, list(List.of(entry))))
                .on("skills/get", this::get)
                .on("resources/read", this::read);
    }

    static String list(List<ObjectNode> entries) {
        var result = Json.object().put("resultType", "complete").put("ttlMs", 60_000);
        result.putArray("skills").addAll(entries);
        return Json.write(result);
    }

    private void get(Request request, ScriptedServer.Line line) {
        if (!request.params().path("uri").stringValue("").equals(URI)) {
            line.refuse(request, -32602, "no such skill", null);
            return;
        }
        var result = Json.object().put("resultType", "complete").put("ttlMs", 60_000);
        result.set("skill", entry);
        line.result(request, Json.write(result));
    }

    private void read(Request request, ScriptedServer.Line line) {
        var uri = request.params().path("uri").stringValue("");
        var content = served.get(uri);
        if (content == null) {
            line.refuse(request, -32602, "no such resource", null);
            return;
        }
        var result = Json.object().put("resultType", "complete").put("ttlMs", 60_000);
        result.putArray("contents")
                .addObject()
                .put("uri", uri)
                .put("blob", Base64.getEncoder().encodeToString(content));
        line.result(request, Json.write(result));
    }
}
