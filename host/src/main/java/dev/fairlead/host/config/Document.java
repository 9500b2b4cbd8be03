package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * What a text says, read within limits.
 *
 * @param duplicates the members that a later one of the same name displaced, by where the later one stands
 */
record Document(Located root, List<Duplicate> duplicates) {
    static final int MAX_DEPTH = 100;
    // Aliases of YAML make a short text say a great deal.
    static final int MAX_VALUES = 1_000_000;

    /** A name that was said twice. */
    record Duplicate(String name, int line, int column) {}

    // Created at first use: most commands read no configuration.
    private static final class Factories {
        static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxNumberLength(100)
                .maxNameLength(4 * 1024)
                .build();
        static final TokenStreamFactory JSON = JsonFactory.builder()
                .streamReadConstraints(LIMITS)
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .build();
        static final TokenStreamFactory YAML =
                YAMLFactory.builder().streamReadConstraints(LIMITS).build();
    }

    static Document parse(String text, Format format) throws BadDocument {
        var bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (bare.isBlank()) {
            throw new BadDocument(1, 1, "the file is empty; write at least {} or remove it");
        }
        try {
            return switch (format) {
                case JSON -> read(Factories.JSON, bare, format);
                case YAML -> read(Factories.YAML, bare, format);
                case TOML -> new Document(TomlText.parse(bare), List.of());
            };
        } catch (JacksonException e) {
            throw bad(e.getLocation(), e, format);
        } catch (YamlEngineException e) {
            throw bad(null, e, format);
        }
    }

    private static BadDocument bad(@Nullable TokenStreamLocation place, RuntimeException e, Format format) {
        var cause = e.getCause() == null ? e : e.getCause();
        var mark = cause instanceof MarkedYamlEngineException marked ? marked.getProblemMark() : Optional.<Mark>empty();
        if (mark.isPresent()) {
            return new BadDocument(mark.get().getLine() + 1, mark.get().getColumn() + 1, why(format, e));
        }
        return new BadDocument(
                place == null ? 0 : place.getLineNr(), place == null ? 0 : place.getColumnNr(), why(format, e));
    }

    private static Document read(TokenStreamFactory factory, String text, Format format) throws BadDocument {
        try (var parser = factory.createParser(ObjectReadContext.empty(), text)) {
            var builder = new Builder(parser);
            var first = parser.nextToken();
            if (first == null) {
                throw new BadDocument(1, 1, "the file holds no value; write at least {} or remove it");
            }
            var root = builder.value(first, 1);
            if (format == Format.JSON && parser.nextToken() != null) {
                var place = parser.currentTokenLocation();
                throw new BadDocument(
                        place.getLineNr(),
                        place.getColumnNr(),
                        "something follows the end of the JSON value; remove it");
            }
            return new Document(root, List.copyOf(builder.duplicates));
        }
    }

    /** The library's own words may quote the text, and the text may hold secrets. */
    private static String why(Format format, Exception e) {
        var message = String.valueOf(e.getMessage());
        if (message.contains("nesting depth") || message.contains("exceeds the maximum")) {
            return "the %s is nested too deeply, or holds a name or number that is too long".formatted(format.title());
        }
        if (message.contains("end-of-input") || message.contains("Unexpected end")) {
            return "the %s ends too early; a bracket, brace or quotation mark is not closed".formatted(format.title());
        }
        return "this is not valid %s; %s".formatted(format.title(), format.advice());
    }

    /** Makes values of tokens. */
    private static final class Builder {
        private final JsonParser parser;
        private final List<Duplicate> duplicates = new ArrayList<>();
        private final Map<String, Located> anchors = new HashMap<>();
        private long values;

        Builder(JsonParser parser) {
            this.parser = parser;
        }

        Located value(JsonToken token, int depth) throws BadDocument {
            var place = parser.currentTokenLocation();
            int line = place.getLineNr();
            int column = place.getColumnNr();
            if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
                return alias(parser.getString(), line, column, depth);
            }
            var anchor = parser instanceof YAMLParser yaml ? yaml.getObjectId() : null;
            count(1, line, column);
            var value = switch (token) {
                case START_OBJECT -> object(line, column, depth);
                case START_ARRAY -> list(line, column, depth);
                case VALUE_NULL -> Located.scalar(Located.Kind.NOTHING, line, column, "");
                case VALUE_TRUE -> Located.scalar(Located.Kind.FLAG, line, column, "true");
                case VALUE_FALSE -> Located.scalar(Located.Kind.FLAG, line, column, "false");
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                    Located.scalar(Located.Kind.NUMBER, line, column, parser.getString());
                default -> Located.scalar(Located.Kind.TEXT, line, column, text());
            };
            if (anchor != null) {
                anchors.put(anchor, value);
            }
            return value;
        }

        private String text() {
            @Nullable String text = parser.getString();
            return text == null ? "" : text;
        }

        private Located alias(String name, int line, int column, int depth) throws BadDocument {
            var meant = anchors.get(name);
            if (meant == null) {
                throw new BadDocument(line, column, "an alias names an anchor that does not stand before it");
            }
            count(meant.weight(), line, column);
            if (depth + meant.height() > MAX_DEPTH) {
                throw new BadDocument(line, column, "aliases make the YAML nested too deeply");
            }
            return meant.at(line, column);
        }

        private Located object(int line, int column, int depth) throws BadDocument {
            var members = new LinkedHashMap<String, Located>();
            var merged = new ArrayList<Located>();
            for (var token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
                if (token == null) {
                    throw new BadDocument(line, column, "an object that begins here does not end");
                }
                var name = parser.currentName();
                var place = parser.currentTokenLocation();
                var next = parser.nextToken();
                if (next == null) {
                    throw new BadDocument(line, column, "an object that begins here does not end");
                }
                // A value begins on a later line than its name in YAML; people look for the name.
                var value = value(next, depth + 1).at(place.getLineNr(), place.getColumnNr());
                if (name.equals("<<") && parser instanceof YAMLParser) {
                    merged.add(value);
                } else if (members.put(name, value) != null) {
                    duplicates.add(new Duplicate(name, place.getLineNr(), place.getColumnNr()));
                }
            }
            merge(members, merged);
            return Located.object(line, column, members);
        }

        private static void merge(Map<String, Located> members, List<Located> merged) {
            for (var source : merged) {
                var objects = source.isList() ? source.items() : List.of(source);
                objects.forEach(object -> object.members().forEach(members::putIfAbsent));
            }
        }

        private Located list(int line, int column, int depth) throws BadDocument {
            var items = new ArrayList<Located>();
            for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                if (token == null) {
                    throw new BadDocument(line, column, "a list that begins here does not end");
                }
                items.add(value(token, depth + 1));
            }
            return Located.list(line, column, items);
        }

        private void count(int more, int line, int column) throws BadDocument {
            values += more;
            if (values > MAX_VALUES) {
                throw new BadDocument(line, column, "there are too many values");
            }
        }
    }
}
