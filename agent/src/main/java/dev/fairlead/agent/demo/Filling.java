package dev.fairlead.agent.demo;

import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Fills in the arguments of a tool with what a sentence has. */
final class Filling {
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\p{L}\\d.])-?\\d{1,15}(?:\\.\\d{1,15})?(?![\\p{L}\\d])");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'|“([^”]*)”");
    private static final Pattern NAMED = Pattern.compile("(?<![\\p{L}\\d_])([\\p{L}_][\\p{L}\\d_]*)=(\"[^\"]*\"|\\S+)");

    private final ToolSpec tool;
    private final List<String> ownWords;
    private final ObjectNode arguments = Json.object();
    private String rest;

    Filling(ToolSpec tool, String sentence, List<String> ownWords) {
        this.tool = tool;
        this.rest = sentence;
        this.ownWords = ownWords;
    }

    Wit.Guess guess() {
        if (!whole()) {
            named();
            inOrder();
        }
        var missing = required().stream().filter(name -> !arguments.has(name)).toList();
        return new Wit.Guess(tool, arguments, missing);
    }

    /** Takes arguments that are written as a JSON object. */
    private boolean whole() {
        int from = rest.indexOf('{');
        int to = rest.lastIndexOf('}');
        if (from < 0 || to < from) {
            return false;
        }
        try {
            boolean object = Json.parse(rest.substring(from, to + 1)) instanceof ObjectNode;
            if (object) {
                arguments.setAll((ObjectNode) Json.parse(rest.substring(from, to + 1)));
            }
            return object;
        } catch (JacksonException none) {
            return false; // Braces may stand in any sentence.
        }
    }

    /** Takes what is written as {@code name=value}. */
    private void named() {
        rest = NAMED.matcher(rest).replaceAll(found -> {
            var name = found.group(1);
            if (!properties().has(name)) {
                return Matcher.quoteReplacement(found.group());
            }
            put(name, found.group(2).replaceAll("^\"|\"$", ""));
            return "";
        });
    }

    /** Takes numbers for numbers and words in quotes for texts, in the order of the properties. */
    private void inOrder() {
        var quoted = new ArrayDeque<String>();
        rest = QUOTED.matcher(rest).replaceAll(found -> {
            for (int group = 1; group <= found.groupCount(); group++) {
                if (found.group(group) != null) {
                    quoted.add(found.group(group));
                }
            }
            return "";
        });
        Deque<String> numbers = new ArrayDeque<>();
        NUMBER.matcher(rest).results().forEach(found -> numbers.add(found.group()));
        for (var name : names()) {
            switch (arguments.has(name) ? "" : type(name)) {
                case "number", "integer" -> take(name, numbers);
                case "string" -> take(name, quoted);
                default -> {}
            }
        }
        restOfTheSentence();
    }

    private void take(String name, Deque<String> values) {
        if (!values.isEmpty()) {
            put(name, values.poll());
        }
    }

    /** Takes all that follows the name of the tool, where just one text is missing. */
    private void restOfTheSentence() {
        var texts = required().stream()
                .filter(name -> !arguments.has(name) && type(name).equals("string"))
                .toList();
        var words = new ArrayList<>(List.of(rest.strip().split("\\s+")));
        while (!words.isEmpty() && !ownWords.contains(bare(words.getFirst()))) {
            words.removeFirst();
        }
        while (!words.isEmpty() && ownWords.contains(bare(words.getFirst()))) {
            words.removeFirst();
        }
        if (texts.size() == 1 && !words.isEmpty()) {
            put(texts.getFirst(), String.join(" ", words));
        }
    }

    private static String bare(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }

    private void put(String name, String value) {
        switch (type(name)) {
            case "number", "integer" -> {
                if (NUMBER.matcher(value).matches()) {
                    number(name, new BigDecimal(value));
                }
            }
            case "boolean" -> arguments.put(name, value.equalsIgnoreCase("true") || value.equalsIgnoreCase("yes"));
            default -> arguments.put(name, value);
        }
    }

    private void number(String name, BigDecimal value) {
        if (value.scale() <= 0) {
            arguments.put(name, value.longValueExact());
        } else {
            arguments.put(name, value);
        }
    }

    /** Returns the names of the properties, those first that have to be there. */
    private Set<String> names() {
        var names = new LinkedHashSet<>(required());
        properties().propertyNames().forEach(names::add);
        return names;
    }

    private List<String> required() {
        var names = new ArrayList<String>();
        tool.parameters().path("required").forEach(name -> names.add(name.asString()));
        return names;
    }

    private String type(String name) {
        return properties().path(name).path("type").asString("");
    }

    private JsonNode properties() {
        return tool.parameters().path("properties");
    }
}
