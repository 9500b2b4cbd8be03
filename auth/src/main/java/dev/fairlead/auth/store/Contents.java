package dev.fairlead.auth.store;

import dev.fairlead.auth.store.TokenStore.Entry;
import dev.fairlead.protocol.rpc.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that a file keeps: one JSON object whose entries are readable, or sealed as a whole. Sealing the whole also hides
 * the keys, and keeps entries from being swapped, removed or mixed with older ones.
 */
record Contents(Map<String, Entry> entries, boolean sealed) {
    static final Contents NONE = new Contents(Map.of(), false);

    private static final String FORMAT = "fairlead-credentials";
    private static final int REVISION = 1;

    /** Returns a copy in which a key has another value, or none. */
    Contents with(String key, @Nullable String value) {
        var changed = new TreeMap<>(entries);
        if (value == null) {
            changed.remove(key);
        } else {
            // Random, because a counter would start again, and repeat itself, in a file that was lost.
            changed.put(key, new Entry(value, UUID.randomUUID().toString()));
        }
        return new Contents(changed, sealed);
    }

    /** Writes them, sealed if there is a key. */
    byte[] encode(@Nullable StoreKey key) {
        // A list, because members with names as long as a URL may be could not be read again.
        var list = Json.array();
        entries.forEach((name, entry) -> list.add(
                Json.object().put("key", name).put("version", entry.version()).put("value", entry.value())));
        var file = Json.object().put("format", FORMAT).put("revision", REVISION);
        if (key == null) {
            file.set("entries", list);
        } else {
            file.put("sealed", key.seal(Json.write(list)));
        }
        return (Json.write(file) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads them; refuses those for which the key is missing or wrong. */
    static Contents decode(byte[] bytes, @Nullable StoreKey key, Path file) throws Broken {
        var json = parse(text(bytes));
        if (!(json instanceof ObjectNode) || !FORMAT.equals(json.path("format").stringValue(null))) {
            throw new Broken("it holds no credentials");
        }
        if (json.path("revision").intValue(0) != REVISION) {
            throw new StoreException(
                    file + " was written by a newer version of this program; use that, or move the file away", null);
        }
        var sealed = json.path("sealed").stringValue(null);
        if (sealed == null) {
            return new Contents(entries(json.path("entries")), false);
        }
        if (key == null) {
            throw new StoreException(
                    file + " is encrypted and no key was given; give the key, or move the file away and log in anew",
                    null);
        }
        return new Contents(entries(parse(key.open(sealed, file))), true);
    }

    private static String text(byte[] bytes) throws Broken {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException garbage) {
            throw new Broken("it is not text");
        }
    }

    private static JsonNode parse(String text) throws Broken {
        try {
            return Json.parse(text);
        } catch (JacksonException garbage) {
            // Not kept as the cause: its message quotes the text.
            throw new Broken("it is not complete JSON");
        }
    }

    private static SortedMap<String, Entry> entries(JsonNode list) throws Broken {
        if (!list.isArray()) {
            throw new Broken("it lists no entries");
        }
        var entries = new TreeMap<String, Entry>();
        for (var item : list) {
            var version = member(item, "version");
            if (version.equals(Entry.ABSENT)) {
                throw new Broken("an entry is incomplete");
            }
            entries.put(member(item, "key"), new Entry(member(item, "value"), version));
        }
        return entries;
    }

    private static String member(JsonNode item, String name) throws Broken {
        var value = item.path(name).stringValue(null);
        if (value == null) {
            throw new Broken("an entry is incomplete");
        }
        return value;
    }

    /** Says nothing of what is kept. */
    @Override
    public String toString() {
        return "Contents[entries=" + entries.size() + "]";
    }

    /** Bytes that no store has written whole; says why, without quoting them. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1;

        Broken(String why) {
            super(why);
        }
    }
}
