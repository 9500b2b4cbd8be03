package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the outermost schema what every provider demands: one object with properties, and no choice beside them.
 * OpenAI and Anthropic turn away a choice there, and Ollama has no place for it.
 */
final class RootShape {
    private static final int DEEPEST = 4;

    private final Room room;
    private final Merging merging;

    RootShape(Room room) {
        this.room = room;
        this.merging = new Merging(room);
    }

    /** Returns such an object for an unfolded schema. */
    ObjectNode of(ObjectNode tree) {
        var root = Schemas.shallow(flat(object(tree), 0));
        for (var keyword : List.of("enum", "const")) {
            if (root.remove(keyword) != null) {
                room.note("", "`%s` is left out".formatted(keyword), "arguments are described by their properties");
            }
        }
        if (!root.has("properties")) {
            room.note("", "`properties` is added", "everybody wants it");
            root.set("properties", Json.object());
        }
        return root;
    }

    private ObjectNode object(ObjectNode tree) {
        var types = Schemas.types(tree);
        if (Schemas.isNever(tree)) {
            throw UnfitException.because("No arguments at all can follow the schema of its arguments.");
        }
        if (!types.isEmpty() && !types.contains("object")) {
            throw UnfitException.because(
                    "Its arguments are described as %s, not as an object.".formatted(String.join(" or ", types)));
        }
        if (types.equals(List.of("object")) && tree.get("type").isString()) {
            return tree;
        }
        // Arguments are always an object, so nothing is lost.
        room.note("", "`type` is \"object\"", "everybody wants to be told so");
        var root = Json.object().put("type", "object");
        tree.properties().forEach(member -> {
            if (!member.getKey().equals("type")) {
                root.set(member.getKey(), member.getValue());
            }
        });
        return root;
    }

    private ObjectNode flat(ObjectNode root, int depth) {
        var choices = root.get("anyOf");
        if (choices == null) {
            return root;
        }
        var rest = Schemas.shallow(root);
        rest.remove("anyOf");
        if (depth == DEEPEST) {
            room.note("", "`anyOf` is left out", "choices lie too deep in one another");
            return rest;
        }
        var branches = new ArrayList<ObjectNode>();
        for (var choice : choices) {
            var types = Schemas.types(choice);
            if (!Schemas.isNever(choice) && (types.isEmpty() || types.contains("object"))) {
                var branch = Schemas.shallow((ObjectNode) choice);
                branch.remove(List.of("title", "description", "default", "examples"));
                branches.add(flat(merging.merge(rest, branch, ""), depth + 1));
            }
        }
        if (branches.isEmpty()) {
            throw UnfitException.because("None of the choices that its arguments have is an object.");
        }
        return union(rest, branches);
    }

    private ObjectNode union(ObjectNode rest, List<ObjectNode> branches) {
        var union = Schemas.shallow(rest);
        var properties = Json.object();
        shapes(branches).forEach((name, shapes) -> properties.set(name, shape(name, shapes, branches)));
        union.set("properties", properties);
        var required = new LinkedHashSet<>(Schemas.strings(branches.getFirst().get("required")));
        branches.forEach(branch -> required.retainAll(Schemas.strings(branch.get("required"))));
        union.set("required", Schemas.list(required));
        if (required.isEmpty()) {
            union.remove("required");
        }
        if (branches.stream().allMatch(RootShape::closed)) {
            union.put("additionalProperties", false);
        } else {
            union.remove(List.of("additionalProperties", "patternProperties", "propertyNames"));
        }
        room.note("", "the choice between sets of arguments is told in words", "everybody wants one object");
        var hints = new Hints();
        hints.tell(words(branches, required));
        hints.write(union, "", room);
        return union;
    }

    private static Map<String, Set<JsonNode>> shapes(List<ObjectNode> branches) {
        var shapes = new LinkedHashMap<String, Set<JsonNode>>();
        for (var branch : branches) {
            var properties = Schemas.object(branch, "properties");
            if (properties != null) {
                properties
                        .properties()
                        .forEach(each -> shapes.computeIfAbsent(each.getKey(), name -> new LinkedHashSet<>())
                                .add(each.getValue()));
            }
        }
        return shapes;
    }

    private JsonNode shape(String name, Set<JsonNode> shapes, List<ObjectNode> branches) {
        boolean everywhere = branches.stream().allMatch(branch -> {
            var properties = Schemas.object(branch, "properties");
            return (properties != null && properties.has(name)) || closed(branch);
        });
        if (!everywhere) {
            room.noteNarrower(
                    Schemas.below("", "properties", name),
                    "it is described as in one of several sets of arguments",
                    "other sets leave it open");
        }
        if (shapes.size() == 1) {
            return shapes.iterator().next();
        }
        var any = Json.object();
        any.set("anyOf", Json.array().addAll(shapes));
        return any;
    }

    private static boolean closed(ObjectNode branch) {
        var more = branch.get("additionalProperties");
        return more != null && more.isBoolean() && !more.booleanValue() && !branch.has("patternProperties");
    }

    private static String words(List<ObjectNode> branches, Set<String> always) {
        var sets = new LinkedHashSet<String>();
        for (var branch : branches) {
            var needed = new ArrayList<>(Schemas.strings(branch.get("required")));
            needed.removeAll(always);
            if (needed.isEmpty()) {
                return "";
            }
            sets.add(String.join(" and ", needed));
        }
        return "give " + String.join(", or ", sets);
    }
}
