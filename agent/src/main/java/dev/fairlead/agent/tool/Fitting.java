package dev.fairlead.agent.tool;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tells an unfolded schema in the words of one provider. */
final class Fitting {
    private static final Set<String> WORDS = Set.of("title", "description", "default", "examples", "deprecated");

    private static final Set<String> OF_SCHEMAS = Set.of(
            "properties",
            "patternProperties",
            "additionalProperties",
            "propertyNames",
            "items",
            "prefixItems",
            "anyOf");

    private final DialectRules rules;
    private final Room room;
    private final Merging merging;
    private final TypeSplit split;
    private final Choices choices;

    Fitting(DialectRules rules, Room room) {
        this.rules = rules;
        this.room = room;
        this.merging = new Merging(room);
        this.split = new TypeSplit(rules, room);
        this.choices = new Choices(room, merging);
    }

    /** Returns the outermost schema in those words. */
    ObjectNode fit(ObjectNode root) {
        return fit(root, "", true);
    }

    private ObjectNode fit(ObjectNode tree, String at, boolean first) {
        room.enter();
        var schema = choices.tidied(Schemas.shallow(tree), at);
        if (schema.has("const") && !rules.keeps("const")) {
            constant(schema, at);
        }
        if (rules.needsTypes()) {
            split.infer(schema, at);
        }
        if (schema.has("properties") && schema.get("anyOf") instanceof ArrayNode any && Choices.onlyRequired(any)) {
            choices.inWords(schema, any, at);
        }
        if (rules.anyOfAlone() && schema.has("anyOf")) {
            return spread(schema, at);
        }
        if (!rules.typeArrays()) {
            var branches = split.branches(schema, at);
            if (branches.size() > 1) {
                room.note(at, "several types are told as `anyOf`", "a schema has one type there");
                return choice(branches, at);
            }
            schema = branches.getFirst();
        }
        return leaf(schema, at, first);
    }

    private void constant(ObjectNode schema, String at) {
        room.note(at, "`const` is told as `enum`", "not everybody knows it");
        var value = schema.remove("const");
        // Where both are said, the one value counts.
        schema.set("enum", Json.array().add(value));
    }

    /** Puts what stands beside the choices into each of them. */
    private ObjectNode spread(ObjectNode schema, String at) {
        var beside = Schemas.shallow(schema);
        var any = (ArrayNode) beside.remove("anyOf");
        var words = Json.object();
        for (var word : WORDS) {
            var value = beside.remove(word);
            if (value != null) {
                words.set(word, value);
            }
        }
        if (!words.isEmpty() || !beside.isEmpty()) {
            room.note(at, "what stands beside `anyOf` is told in its parts", "nothing may stand beside it");
        }
        var branches = new ArrayList<ObjectNode>();
        for (var choice : any) {
            var branch = merging.merge(beside, (ObjectNode) choice, at);
            branches.add(branches.isEmpty() ? choices.introduced(branch, words, at) : branch);
        }
        return choice(branches, at);
    }

    private ObjectNode choice(List<ObjectNode> branches, String at) {
        var fitted = new LinkedHashSet<ObjectNode>();
        for (int i = 0; i < branches.size(); i++) {
            var branch = fit(branches.get(i), Schemas.below(at, "anyOf", Integer.toString(i)), false);
            Choices.unpack(branch, fitted);
        }
        if (fitted.size() == 1) {
            return fitted.getFirst();
        }
        var choice = Json.object();
        choice.set("anyOf", Json.array().addAll(fitted));
        return choice;
    }

    private ObjectNode leaf(ObjectNode schema, String at, boolean first) {
        var hints = new Hints();
        inclusive(schema, at);
        children(schema, at, first);
        openWhereNamesAreLost(schema, at);
        for (var keyword : new ArrayList<>(schema.propertyNames())) {
            if (!keeps(keyword, schema)) {
                drop(keyword, schema, hints, at);
            }
        }
        if (Schemas.types(schema).contains("array") && !schema.has("items") && !schema.has("prefixItems")) {
            room.note(at, "`items` is added", "an array without it is turned away");
            schema.set("items", Json.object());
        }
        required(schema, at);
        hints.write(schema, at, room);
        schema.properties().forEach(member -> {
            if (!OF_SCHEMAS.contains(member.getKey())) {
                room.pay(member.getValue());
            }
        });
        return schema;
    }

    /** Says of whole numbers what is the same with the limit included. */
    private void inclusive(ObjectNode schema, String at) {
        if (!Schemas.types(schema).equals(List.of("integer"))) {
            return;
        }
        for (boolean least : new boolean[] {true, false}) {
            var keyword = least ? "exclusiveMinimum" : "exclusiveMaximum";
            var included = least ? "minimum" : "maximum";
            var limit = schema.get(keyword);
            if (limit != null && !rules.keeps(keyword) && rules.keeps(included) && small(limit)) {
                room.note(at, "`%s` is told as `%s`".formatted(keyword, included), "not everybody knows it");
                schema.remove(keyword);
                var bound = Json.object().put(included, limit.intValue() + (least ? 1 : -1));
                var own = schema.get(included);
                schema.set(
                        included,
                        own == null
                                ? bound.get(included)
                                : merging.merge(Json.object().set(included, own), bound, at)
                                        .get(included));
            }
        }
    }

    private static boolean small(JsonNode limit) {
        return limit.isIntegralNumber() && limit.canConvertToInt() && Math.abs((long) limit.intValue()) < 1_000_000_000;
    }

    private void children(ObjectNode schema, String at, boolean first) {
        if (schema.get("properties") instanceof ObjectNode properties) {
            schema.set("properties", properties(properties, schema, at, first));
        }
        for (var keyword : List.of("items", "propertyNames", "additionalProperties")) {
            if (schema.get(keyword) instanceof ObjectNode child) {
                if (Schemas.isNever(child)) {
                    never(keyword, schema, at);
                } else if (rules.keeps(keyword)) {
                    schema.set(keyword, fit(child, Schemas.below(at, keyword), false));
                }
            }
        }
        if (rules.keeps("patternProperties") && schema.get("patternProperties") instanceof ObjectNode named) {
            var all = Json.object();
            named.properties()
                    .forEach(each -> all.set(
                            each.getKey(),
                            open(each.getValue(), Schemas.below(at, "patternProperties"), escaped(each.getKey()))));
            schema.set("patternProperties", all);
        }
        if (rules.keeps("prefixItems") && schema.get("prefixItems") instanceof ArrayNode list) {
            var all = Json.array();
            for (int i = 0; i < list.size(); i++) {
                all.add(open(list.get(i), at, "prefixItems/" + i));
            }
            schema.set("prefixItems", all);
        }
        if (schema.get("anyOf") instanceof ArrayNode any) {
            choices(schema, any, at);
        }
    }

    private void choices(ObjectNode schema, ArrayNode any, String at) {
        var all = new LinkedHashSet<ObjectNode>();
        for (int i = 0; i < any.size(); i++) {
            Choices.unpack(open(any.get(i), at, "anyOf/" + i), all);
        }
        if (all.size() > 1) {
            schema.set("anyOf", Json.array().addAll(all));
            return;
        }
        // What told them apart cannot be said here.
        room.note(at, "`anyOf` of one is told as that one", "there is no choice");
        schema.remove("anyOf");
        var both = merging.merge(all.getFirst(), schema, at);
        both.properties().forEach(member -> schema.set(member.getKey(), member.getValue()));
    }

    private static String escaped(String name) {
        return Schemas.below("", name).substring(1);
    }

    private ObjectNode open(JsonNode child, String at, String step) {
        if (Schemas.isNever(child)) {
            room.note(at + "/" + step, "anything goes", "that nothing goes is not understood by everybody");
            return Json.object();
        }
        return fit((ObjectNode) child, at + "/" + step, false);
    }

    private void never(String keyword, ObjectNode schema, String at) {
        if (keyword.equals("additionalProperties")) {
            schema.put(keyword, false);
        } else {
            room.note(at, "`%s` is left out".formatted(keyword), "that nothing goes is not understood by everybody");
            schema.remove(keyword);
        }
    }

    private ObjectNode properties(ObjectNode properties, ObjectNode schema, String at, boolean first) {
        var required = Schemas.strings(schema.get("required"));
        boolean closed = schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").booleanValue();
        var all = Json.object();
        for (var property : properties.properties()) {
            var name = property.getKey();
            var child = (ObjectNode) property.getValue();
            var place = Schemas.below(at, "properties", name);
            if (Schemas.isNever(child)) {
                room.note(place, "the property is left out", "it must not be there");
            } else if (!rules.takesName(name, first)) {
                if (first && required.contains(name)) {
                    throw UnfitException.because("It needs an argument with a name that the provider turns away: '%s'."
                            .formatted(ModelText.line(name, 80)));
                }
                var why = "the provider turns away its name";
                if (closed || required.contains(name)) {
                    room.noteNarrower(place, "the property is left out", why);
                } else {
                    room.note(place, "the property is left out", why);
                }
            } else {
                room.pay(Schemas.list(List.of(name)));
                all.set(name, fit(child, place, false));
            }
        }
        return all;
    }

    /** Opens an object or an array where the provider is not told which names or places are exceptions. */
    private void openWhereNamesAreLost(ObjectNode schema, String at) {
        var more = schema.get("additionalProperties");
        if (schema.has("patternProperties") && !rules.keeps("patternProperties") && more != null) {
            room.note(at, "`additionalProperties` is left out", "without `patternProperties` it would forbid too much");
            schema.remove("additionalProperties");
        }
        if (schema.has("prefixItems") && !rules.keeps("prefixItems") && schema.has("items")) {
            room.note(at, "`items` holds for anything", "the provider is not told what stands where");
            schema.set("items", Json.object());
        }
    }

    private boolean keeps(String keyword, ObjectNode schema) {
        if (!rules.keeps(keyword)) {
            return false;
        }
        var value = schema.get(keyword);
        return switch (keyword) {
            case "format" -> rules.formats() == null || rules.formats().contains(value.stringValue());
            case "pattern" -> rules.lookaround() || !value.stringValue().matches("(?s).*\\(\\?<?[=!].*");
            default -> true;
        };
    }

    private void drop(String keyword, ObjectNode schema, Hints hints, String at) {
        boolean told = hints.tell(keyword, schema.remove(keyword));
        room.note(
                at,
                "`%s` is %s".formatted(keyword, told ? "told in the description" : "left out"),
                "the provider does not take it");
    }

    private void required(ObjectNode schema, String at) {
        var required = schema.get("required");
        if (required == null) {
            return;
        }
        var properties = Schemas.object(schema, "properties");
        var known = new ArrayList<String>();
        for (var name : Schemas.strings(required)) {
            if (properties != null && properties.has(name)) {
                known.add(name);
            } else {
                room.note(
                        at,
                        "'%s' is not told to be required".formatted(ModelText.line(name, 80)),
                        "there is no such property");
            }
        }
        if (known.isEmpty() && !required.isEmpty()) {
            schema.remove("required");
        } else if (known.size() < required.size()) {
            schema.set("required", Schemas.list(known));
        }
    }
}
