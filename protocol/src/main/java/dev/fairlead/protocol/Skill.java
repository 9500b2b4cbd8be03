package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entry of a skill: instructions for a model that a server serves as resources.
 *
 * <p>A skill is known by its server and its URI. Its name is a label, which other skills may have as well.
 *
 * @param uri of its {@code SKILL.md}
 * @param frontmatter all that its author wrote at the head of {@code SKILL.md}; do not modify
 * @param resources all of its files, {@code SKILL.md} among them; none if {@code dynamic}
 * @param dynamic whether its files are made on demand, so that nothing can be said of them beforehand
 * @param more the members that no component knows; do not modify
 */
public record Skill(
        String uri, ObjectNode frontmatter, List<SkillResource> resources, boolean dynamic, ObjectNode more) {
    private static final String DYNAMIC = "dynamic";

    /** Copies the list. */
    public Skill {
        resources = List.copyOf(resources);
        if (dynamic && !resources.isEmpty()) {
            throw new IllegalArgumentException("a dynamic skill lists no files");
        }
    }

    /** Returns a skill with these files. */
    public static Skill of(String uri, ObjectNode frontmatter, List<SkillResource> resources) {
        return new Skill(uri, frontmatter, resources, false, Json.object());
    }

    /** Returns a skill whose files are made on demand. */
    public static Skill dynamic(String uri, ObjectNode frontmatter) {
        return new Skill(uri, frontmatter, List.of(), true, Json.object());
    }

    /** Reads an entry. One without name, description, or files in one of the two forms is a {@link BadShape}. */
    public static Skill from(JsonNode json) {
        var fields = Fields.of("skill", json);
        var uri = fields.string("uri");
        var frontmatter = fields.object("frontmatter");
        requireText(frontmatter, "name");
        requireText(frontmatter, "description");
        boolean dynamic = json.path("resources").stringValue("").equals(DYNAMIC);
        List<SkillResource> resources = dynamic ? List.of() : fields.requiredList("resources", SkillResource::from);
        if (dynamic) {
            fields.string("resources");
        }
        return new Skill(uri, frontmatter, resources, dynamic, fields.rest());
    }

    /** Returns its name. */
    public String name() {
        return frontmatter.path("name").stringValue("");
    }

    /** Returns what it is for. */
    public String description() {
        return frontmatter.path("description").stringValue("");
    }

    /** Writes this entry. */
    public ObjectNode toJson() {
        var members = new Members(more).put("uri", uri).put("frontmatter", frontmatter);
        return (dynamic
                        ? members.put("resources", DYNAMIC)
                        : members.requiredList("resources", resources, SkillResource::toJson))
                .json();
    }

    private static void requireText(ObjectNode frontmatter, String name) {
        if (!frontmatter.path(name).isString()) {
            throw Fields.of("front matter of a skill", frontmatter).missing(name, "a string");
        }
    }
}
