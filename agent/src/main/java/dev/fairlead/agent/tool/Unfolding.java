package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes one tree of a schema: references written out, {@code allOf} merged, {@code oneOf} made {@code anyOf}, older
 * spellings renewed, what makes no sense left out. The tree holds for whatever the schema held for.
 *
 * <p>That is why {@code oneOf} does not stay: a part that holds for more makes a value fit twice, and then it fits no
 * longer. The same goes for {@code not}, {@code if} and everything else that turns around what a part says.
 */
final class Unfolding {
    private static final Pattern OLD_DRAFTS = Pattern.compile("draft-0[3-7]");
    private static final int MOST_HOPS = 60;
    private static final Set<String> WORDS =
            Set.of("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly");
    private static final Set<String> ABOUT_ITSELF =
            Set.of("$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment");
    private static final Set<String> NOT_IN_OLD_DRAFTS = Set.of("prefixItems", "dependentRequired");
    private static final Set<String> CHECKED_BY_SERVER = Set.of(
            "not",
            "if",
            "then",
            "else",
            "contains",
            "minContains",
            "maxContains",
            "unevaluatedItems",
            "unevaluatedProperties",
            "dependentSchemas",
            "dependencies");
    private static final Set<String> READ_ELSEWHERE =
            Set.of("$ref", "$dynamicRef", "$recursiveRef", "allOf", "additionalItems");
    private static final Set<String> DEFINITIONS = Set.of("$defs", "definitions");

    private final ObjectNode document;
    private final References references;
    private final Room room;
    private final Merging merging;
    private final boolean old;

    Unfolding(ObjectNode document, Room room) {
        this.document = document;
        this.references = new References(document);
        this.room = room;
        this.merging = new Merging(room);
        var draft = Schemas.text(document, "$schema");
        this.old = draft != null && OLD_DRAFTS.matcher(draft).find();
    }

    /** Returns the tree. */
    ObjectNode tree() {
        return unfold(document, new Spot("", 0, 0, document, null));
    }

    private ObjectNode unfold(JsonNode schema, Spot spot) {
        if (schema.isBoolean()) {
            room.note(spot.at(), "the schema `%s` is told in other words".formatted(schema), "not everybody knows it");
            return schema.booleanValue() ? Json.object() : Schemas.never();
        }
        if (!(schema instanceof ObjectNode node)) {
            room.note(spot.at(), "anything goes", "what is there is no schema");
            return Json.object();
        }
        room.enter();
        if (spot.depth() > room.depth() || spot.hops() > MOST_HOPS) {
            return cut(node, spot);
        }
        var id = Schemas.text(node, "$id");
        var here = id == null || id.startsWith("#") ? spot : spot.in(node);
        var reference = reference(node);
        var own = keywords(node, here, reference != null && old);
        var all = reference == null ? own : merging.merge(target(reference, here), own, spot.at());
        return reference != null && old ? all : withAll(all, node.get("allOf"), here);
    }

    private ObjectNode cut(ObjectNode node, Spot spot) {
        var outline = outline(node, spot);
        if (!outline.equals(node)) {
            room.note(spot.at(), "what is inside is not told", "it lies too deep");
        }
        return outline;
    }

    /** Returns what can be said of a schema without saying what is inside. */
    private ObjectNode outline(JsonNode schema, Spot spot) {
        var outline = Json.object();
        if (!(schema instanceof ObjectNode node)) {
            return outline;
        }
        for (var keyword : new String[] {"type", "description"}) {
            if (node.has(keyword)) {
                plain(keyword, node.get(keyword), node, outline, spot);
            }
        }
        // What is written for a list of anything, and for one of several types, is an outline already.
        if (node.get("items") instanceof ObjectNode items && items.isEmpty()) {
            outline.set("items", items);
        }
        if (node.get("anyOf") instanceof ArrayNode choices && !choices.isEmpty() && spot.hops() <= 2 * MOST_HOPS) {
            var all = outline.putArray("anyOf");
            for (int i = 0; i < choices.size(); i++) {
                room.enter();
                all.add(outline(choices.get(i), spot.choice(i)));
            }
        }
        return outline;
    }

    private static @Nullable String reference(ObjectNode node) {
        for (var keyword : new String[] {"$ref", "$dynamicRef", "$recursiveRef"}) {
            var reference = Schemas.text(node, keyword);
            if (reference != null) {
                return reference;
            }
        }
        return null;
    }

    private ObjectNode target(String reference, Spot spot) {
        var target = references.find(reference, spot.base());
        if (target == null) {
            // The rest of the tool is still of use, and the server says what is wrong with the arguments.
            if (spot.at().isEmpty()) {
                throw UnfitException.because("Its arguments are described elsewhere (%s), and nothing is fetched."
                        .formatted(shown(reference)));
            }
            room.note(spot.at(), "anything goes", "`$ref` points to " + shown(reference) + ", which is not there");
            return Json.object();
        }
        boolean own = Schemas.same(target.schema(), document);
        if (own || spot.passed(target.schema())) {
            room.note(spot.at(), "what is inside is not told", "it contains itself: `$ref` " + shown(reference));
            return outline(target.schema(), spot);
        }
        room.note(
                spot.at(), "`$ref` %s is written out".formatted(shown(reference)), "not everybody follows references");
        return unfold(target.schema(), spot.following(target));
    }

    private static String shown(String reference) {
        return "'" + (reference.length() <= 80 ? reference : reference.substring(0, 80) + "…") + "'";
    }

    private ObjectNode withAll(ObjectNode schema, @Nullable JsonNode parts, Spot spot) {
        if (parts == null) {
            return schema;
        }
        room.note(spot.at(), "`allOf` is merged", "not everybody knows it");
        var all = schema;
        if (parts.isArray()) {
            for (var part : parts) {
                // What stands outside is said of the whole, and counts more than what is said of a part.
                all = merging.merge(unfold(part, spot.beside()), all, spot.at());
            }
        }
        return all;
    }

    private ObjectNode keywords(ObjectNode node, Spot spot, boolean wordsOnly) {
        var read = Json.object();
        for (var member : node.properties()) {
            var keyword = member.getKey();
            if (READ_ELSEWHERE.contains(keyword)) {
                continue;
            }
            if (DEFINITIONS.contains(keyword)) {
                room.note(spot.at(), dropped(keyword), "it is written out where it is referred to");
                continue;
            }
            if (wordsOnly && !WORDS.contains(keyword)) {
                room.note(spot.at(), dropped(keyword), "beside `$ref` it means nothing in this draft");
            } else {
                read(keyword, member.getValue(), node, read, spot);
            }
        }
        var named = Schemas.object(node, "patternProperties");
        if (named != null
                && !wordsOnly
                && named.propertyStream().anyMatch(each -> !WellFormed.isPattern(each.getKey()))) {
            // A closed object would be closed also for what the pattern allows.
            room.note(spot.at(), "other properties are allowed", "a pattern for their names cannot be read");
            read.put("additionalProperties", true);
        }
        return read;
    }

    private void read(String keyword, JsonNode value, ObjectNode node, ObjectNode read, Spot spot) {
        if (ABOUT_ITSELF.contains(keyword)) {
            room.note(spot.at(), dropped(keyword), "it says nothing about arguments");
        } else if (CHECKED_BY_SERVER.contains(keyword)) {
            room.note(spot.at(), dropped(keyword), "not everybody knows it, and the server checks it");
        } else if (old && NOT_IN_OLD_DRAFTS.contains(keyword)) {
            room.note(spot.at(), dropped(keyword), "it means nothing in this draft");
        } else if (WellFormed.knows(keyword)) {
            plain(keyword, value, node, read, spot);
        } else {
            nested(keyword, value, node, read, spot);
        }
    }

    private void plain(String keyword, JsonNode value, ObjectNode node, ObjectNode read, Spot spot) {
        var renewed = value.isBoolean() && keyword.startsWith("exclusive") ? exclusive(keyword, value, node) : value;
        var checked = renewed == null ? null : WellFormed.value(keyword, renewed);
        if (checked == null) {
            room.note(spot.at(), dropped(keyword), "it is not written as it has to be");
            return;
        }
        room.pay(checked);
        if (!checked.equals(value)) {
            room.note(spot.at(), "`%s` is written as it is today".formatted(keyword), "it was written otherwise");
        }
        if (keyword.equals("description") || keyword.equals("title")) {
            var clean = ModelText.clean(checked.stringValue()).text();
            if (!clean.equals(checked.stringValue())) {
                room.note(spot.at(), "`%s` is told without what nobody sees".formatted(keyword), "it could hide words");
            }
            read.put(keyword, clean);
        } else {
            read.set(keyword, checked);
        }
    }

    /** Returns the limit that an old draft says in two words. */
    private static @Nullable JsonNode exclusive(String keyword, JsonNode value, ObjectNode node) {
        return value.booleanValue() ? node.get(keyword.equals("exclusiveMinimum") ? "minimum" : "maximum") : null;
    }

    private void nested(String keyword, JsonNode value, ObjectNode node, ObjectNode read, Spot spot) {
        switch (keyword) {
            case "properties", "patternProperties" -> members(keyword, value, read, spot);
            case "items" -> items(value, node, read, spot);
            case "prefixItems" -> read.set("prefixItems", Json.array().addAll(positions(value, spot)));
            case "additionalProperties", "propertyNames" -> {
                if (value.isBoolean() && keyword.equals("additionalProperties")) {
                    read.set(keyword, value);
                } else {
                    read.set(keyword, unfold(value, spot.below(keyword)));
                }
            }
            case "anyOf", "oneOf" -> choices(keyword, value, read, spot);
            default -> room.note(spot.at(), dropped(keyword), "it is no keyword that models are told of");
        }
        if (read.get("prefixItems") != null && read.get("prefixItems").isEmpty()) {
            read.remove("prefixItems");
        }
    }

    private void members(String keyword, JsonNode value, ObjectNode read, Spot spot) {
        if (!value.isObject()) {
            room.note(spot.at(), dropped(keyword), "it is not written as it has to be");
            return;
        }
        var all = Json.object();
        for (var member : value.properties()) {
            var name = member.getKey();
            if (keyword.equals("patternProperties") && !WellFormed.isPattern(name)) {
                continue; // Opened in the end.
            }
            room.pay(Schemas.list(Set.of(name)));
            all.set(name, unfold(member.getValue(), spot.below(keyword, name)));
        }
        read.set(keyword, all);
    }

    private void items(JsonNode value, ObjectNode node, ObjectNode read, Spot spot) {
        if (!value.isArray()) {
            read.set("items", unfold(value, spot.below("items")));
            return;
        }
        room.note(spot.at(), "`items` is told as `prefixItems`", "this is how lists of schemas are written now");
        read.set("prefixItems", Json.array().addAll(positions(value, spot)));
        var rest = node.get("additionalItems");
        if (rest != null) {
            read.set("items", unfold(rest, spot.below("items")));
        }
    }

    private List<ObjectNode> positions(JsonNode value, Spot spot) {
        var all = new ArrayList<ObjectNode>();
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                all.add(unfold(value.get(i), spot.below("prefixItems", Integer.toString(i))));
            }
        }
        return all;
    }

    private void choices(String keyword, JsonNode value, ObjectNode read, Spot spot) {
        var all = new ArrayList<ObjectNode>();
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                all.add(unfold(value.get(i), spot.choice(i)));
            }
        }
        if (all.isEmpty()) {
            room.note(spot.at(), dropped(keyword), "it is not written as it has to be");
        } else if (read.has("anyOf")) {
            room.note(spot.at(), dropped(keyword), "there is another choice beside it");
        } else {
            if (keyword.equals("oneOf")) {
                room.note(spot.at(), "`oneOf` is told as `anyOf`", "not everybody knows it");
            }
            read.set("anyOf", Json.array().addAll(all));
        }
    }

    private static String dropped(String keyword) {
        return "`%s` is left out".formatted(keyword.length() <= 80 ? keyword : keyword.substring(0, 80) + "…");
    }
}
