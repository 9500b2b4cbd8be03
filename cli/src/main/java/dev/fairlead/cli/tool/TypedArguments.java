package dev.fairlead.cli.tool;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.text.TypedFile;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a call as typed, files read, but not yet what the tool wants.
 *
 * @param whole the object given by {@code --args}; empty where none was
 */
public record TypedArguments(ObjectNode whole, List<Entry> entries) {
    static final String FLAG = "--";
    static final TypedArguments NONE = new TypedArguments(Json.object(), List.of());

    /** One {@code key=value}. */
    public sealed interface Entry {
        String key();
    }

    /**
     * Text that the schema makes a value of.
     *
     * @param named what was typed in its place, where it is the text of a file; null elsewhere
     */
    public record Words(String key, String text, @Nullable String named) implements Entry {}

    /**
     * An argument that was typed as an option is.
     *
     * @param text what follows its {@code =}; null where there is none
     * @param next the word after it, which is its value unless it needs none
     */
    public record Flag(
            String key, @Nullable String text, @Nullable String next) implements Entry {}

    /** A value that was typed as JSON. */
    public record Value(String key, JsonNode json) implements Entry {}

    /** Reads what was typed; {@code whole} is null where there was no {@code --args}. */
    public static TypedArguments read(@Nullable String whole, List<String> words, InputStream in) {
        var entries = new ArrayList<Entry>();
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (!word.startsWith(FLAG)) {
                entries.add(entry(word));
                continue;
            }
            int sign = word.indexOf('=');
            boolean followed =
                    sign < 0 && i + 1 < words.size() && !words.get(i + 1).startsWith(FLAG);
            entries.add(
                    sign < 0
                            ? new Flag(word.substring(2), null, followed ? words.get(++i) : null)
                            : new Flag(word.substring(2, sign), word.substring(sign + 1), null));
        }
        return new TypedArguments(whole == null ? Json.object() : object(whole, in), List.copyOf(entries));
    }

    /** Reads one {@code key=value}. */
    static Entry entry(String word) {
        int sign = word.indexOf('=');
        if (sign < 0) {
            throw new UsageException("'%s' is not an argument; type KEY=VALUE, or KEY:=JSON".formatted(word));
        }
        boolean json = sign > 0 && word.charAt(sign - 1) == ':';
        var key = word.substring(0, json ? sign - 1 : sign);
        if (key.isEmpty()) {
            throw new UsageException("'%s' has no name before '='; type KEY=VALUE".formatted(word));
        }
        var given = word.substring(sign + 1);
        return json ? new Value(key, json(text(key, given), "argument '%s'".formatted(key))) : words(key, given);
    }

    /** Reads what was typed for an argument, or the file that was named. */
    static Entry words(String key, String given) {
        return new Words(key, text(key, given), isFile(given) ? given : null);
    }

    private static boolean isFile(String given) {
        return given.startsWith("@");
    }

    private static String text(String key, String given) {
        return isFile(given) ? file(given.substring(1), "argument '%s'".formatted(key)) : given;
    }

    private static ObjectNode object(String whole, InputStream in) {
        String text;
        if (whole.equals("-")) {
            text = standardInput(in);
        } else {
            text = isFile(whole) ? file(whole.substring(1), "--args") : whole;
        }
        if (json(text, "--args") instanceof ObjectNode object) {
            return object;
        }
        throw new UsageException("--args must be a JSON object, such as '{\"a\": 2}'");
    }

    private static JsonNode json(String text, String what) {
        try {
            var value = Json.parse(text);
            if (!value.isMissingNode()) {
                return value;
            }
            throw new UsageException(what + " is empty, and must be JSON");
        } catch (JacksonException notJson) {
            throw new UsageException("%s is not JSON: %s".formatted(what, reason(notJson)), notJson);
        }
    }

    private static String reason(JacksonException notJson) {
        var first = notJson.getOriginalMessage().lines().findFirst().orElse("it cannot be read");
        var place = notJson.getLocation();
        return place == null || place.getColumnNr() < 1
                ? first
                : "%s (line %s, column %s)".formatted(first, place.getLineNr(), place.getColumnNr());
    }

    private static String file(String name, String what) {
        try {
            return TypedFile.text(Path.of(name));
        } catch (CharacterCodingException foreign) {
            throw new UsageException("file '%s' is not UTF-8 text".formatted(name), foreign);
        } catch (InvalidPathException | NoSuchFileException missing) {
            throw new UsageException(
                    "%s: there is no file '%s'; text that begins with @ is typed as KEY:='\"@...\"'"
                            .formatted(what, name),
                    missing);
        } catch (IOException unreadable) {
            var why = Files.isDirectory(Path.of(name)) ? "it is a directory" : String.valueOf(unreadable.getMessage());
            throw new UsageException("%s: cannot read file '%s': %s".formatted(what, name, why), unreadable);
        }
    }

    private static String standardInput(InputStream in) {
        try {
            return TypedFile.text(in);
        } catch (CharacterCodingException foreign) {
            throw new UsageException("standard input is not UTF-8 text", foreign);
        } catch (IOException unreadable) {
            throw new UsageException("--args: cannot read standard input: " + unreadable.getMessage(), unreadable);
        }
    }
}
