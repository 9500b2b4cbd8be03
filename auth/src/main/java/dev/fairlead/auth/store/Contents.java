package dev.fairlead.auth.store;

import dev.fairlead.auth.token.TokenKeys;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.Store.Entry;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.Versions;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All that a file keeps: one JSON object whose entries are readable, or sealed as a whole. Sealing the whole also hides
 * the keys, and keeps entries from being swapped, removed or mixed with older ones.
 */
record Contents(Map<String, Kept> entries) {
    static final Contents NONE = new Contents(Map.of());

    private static final String FORMAT = "fairlead-credentials";
    private static final int REVISION = 2;
    /** Had keys of its own, and nothing that expired. */
    private static final int FORMER_REVISION = 1;

    private static final Pattern HALF_A_PAIR = Pattern.compile("\\p{Cs}");

    /**
     * A text that is kept.
     *
     * @param until when it is gone; null for never
     */
    record Kept(Entry entry, @Nullable Instant until) {
        boolean livesAt(Instant now) {
            return until == null || now.isBefore(until);
        }
    }

    /** Returns what is kept under a key and has not expired. */
    Optional<Entry> entry(String key, Instant now) {
        return Optional.ofNullable(entries.get(key))
                .filter(kept -> kept.livesAt(now))
                .map(Kept::entry);
    }

    /** Lists the keys that begin so, in order. */
    List<String> keys(String prefix, Instant now) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .filter(entry -> entry.getValue().livesAt(now))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Returns a copy in which a key has another value, or none; without what has expired. */
    Contents with(String key, @Nullable String value, @Nullable Instant until, Instant now) {
        var changed = new TreeMap<>(entries);
        changed.values().removeIf(kept -> !kept.livesAt(now));
        if (value == null) {
            changed.remove(key);
        } else {
            changed.put(key, new Kept(new Entry(value, Versions.next()), until));
        }
        return new Contents(changed);
    }

    /** Writes them, sealed if there is a key. */
    byte[] encode(@Nullable StoreKey key) {
        // A list, because members with names as long as a URL may be could not be read again.
        var list = Json.array();
        entries.forEach((name, kept) -> {
            var item = list.addObject()
                    .put("key", name)
                    .put("version", kept.entry().version())
                    .put("value", kept.entry().value());
            if (kept.until() != null) {
                item.put("until", kept.until().toEpochMilli());
            }
        });
        var file = Json.object().put("format", FORMAT).put("revision", REVISION);
        if (key == null) {
            file.set("entries", list);
        } else {
            file.put("sealed", key.seal(write(list)));
        }
        return (write(file) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Values may hold halves of surrogate pairs, which UTF-8 cannot. */
    private static String write(JsonNode json) {
        return HALF_A_PAIR
                .matcher(Json.write(json))
                .replaceAll(half -> "\\\\u%04x".formatted((int) half.group().charAt(0)));
    }

    /** Reads them; refuses those for which the key is missing or wrong. */
    static Contents decode(byte[] bytes, @Nullable StoreKey key, Path file) throws Broken {
        var json = parse(text(bytes));
        if (!(json instanceof ObjectNode) || !FORMAT.equals(json.path("format").stringValue(null))) {
            throw new Broken("it holds no credentials");
        }
        int revision = json.path("revision").intValue(0);
        if (revision != REVISION && revision != FORMER_REVISION) {
            throw new StoreException(
                    file + " was written by a newer version of this program; use that, or move the file away", null);
        }
        var entries = entries(list(json, key, file));
        return new Contents(revision == REVISION ? entries : renamed(entries));
    }

    private static JsonNode list(JsonNode json, @Nullable StoreKey key, Path file) throws Broken {
        var sealed = json.path("sealed").stringValue(null);
        if (sealed == null) {
            return json.path("entries");
        }
        if (key == null) {
            throw new StoreException(
                    file + " is encrypted and no key was given; give the key, or move the file away and log in anew",
                    null);
        }
        return parse(key.open(sealed, file));
    }

    private static Map<String, Kept> renamed(Map<String, Kept> former) {
        var renamed = new TreeMap<String, Kept>();
        former.forEach((key, kept) -> TokenKeys.ofFormer(key).ifPresent(name -> renamed.put(name, kept)));
        return renamed;
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

    private static SortedMap<String, Kept> entries(JsonNode list) throws Broken {
        if (!list.isArray()) {
            throw new Broken("it lists no entries");
        }
        var entries = new TreeMap<String, Kept>();
        for (var item : list) {
            var version = member(item, "version");
            if (version.equals(Entry.ABSENT)) {
                throw incomplete();
            }
            entries.put(member(item, "key"), new Kept(new Entry(member(item, "value"), version), until(item)));
        }
        return entries;
    }

    private static String member(JsonNode item, String name) throws Broken {
        var value = item.path(name).stringValue(null);
        if (value == null) {
            throw incomplete();
        }
        return value;
    }

    private static @Nullable Instant until(JsonNode item) throws Broken {
        if (!item.has("until")) {
            return null;
        }
        var until = item.get("until");
        if (!until.isIntegralNumber() || !until.canConvertToLong()) {
            throw incomplete();
        }
        return Instant.ofEpochMilli(until.longValue());
    }

    private static Broken incomplete() {
        return new Broken("an entry is incomplete");
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
