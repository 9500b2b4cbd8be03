package dev.fairlead.host.event;

import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Hides secrets in what is kept or shown: every value that is known to be one, in all the ways in which it may be
 * written, and whatever stands under the name of one. Thread-safe.
 */
public final class Redactor {
    /** What stands in the place of a secret. */
    public static final String HIDDEN = "[hidden]";

    // Values that came or went since the large automaton was built; a small one is built anew for each of them.
    private static final int MAX_CHANGES = 128;
    // Characters of all forms of all values: a server chooses its own tokens, and must not fill the memory with them.
    private static final int MOST_TOGETHER = 3 << 19;
    private static final int SHARE = 4;
    // What an ordinary key needs, however much others have.
    private static final int LEAST_FOR_EACH = 8 << 10;
    private static final Set<String> SCHEMAS = Set.of("inputSchema", "outputSchema", "requestedSchema");

    private final SecretNames names;
    private final boolean byName;
    private final Function<Collection<String>, Automaton> builder;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final Map<String, Value> values = new HashMap<>();
    private final Set<String> built = new HashSet<>(); // those of the large automaton
    private int changes;
    private int characters; // of all forms

    private volatile List<Automaton> automata = List.of();

    /** A value, how many hold it, and how it may be written. */
    private record Value(int holders, Set<String> forms) {
        int characters() {
            return forms.stream().mapToInt(String::length).sum();
        }
    }

    /** Some values that are hidden until this is closed. */
    public interface Hold extends AutoCloseable {
        /** Lets the values be shown again, unless somebody else holds them too; at once or, of very many, a little later. */
        @Override
        void close();
    }

    /** Hides what has one of these names. */
    public Redactor(SecretNames names) {
        this(names, true, Automaton::of);
    }

    Redactor(SecretNames names, boolean byName, Function<Collection<String>, Automaton> builder) {
        this.names = names;
        this.byName = byName;
        this.builder = builder;
    }

    /** Returns a redactor that knows the usual names, and no value yet. */
    public static Redactor usual() {
        return new Redactor(SecretNames.usual());
    }

    /** Returns a redactor that hides nothing but the values it is told of; for texts of which most are our own. */
    public static Redactor ofValues() {
        return new Redactor(SecretNames.usual(), false, Automaton::of);
    }

    /**
     * Hides these values from now on, however many others hide them too: tokens, passwords, whole values of headers.
     * Values of less than six characters are found everywhere, and are left alone.
     */
    public Hold hold(Collection<String> secrets) {
        var held = List.copyOf(new LinkedHashSet<>(secrets));
        change(held, 1);
        var open = new AtomicBoolean(true);
        return () -> {
            if (open.getAndSet(false)) {
                change(held, -1);
            }
        };
    }

    /** Hides one value from now on. */
    public Hold hold(String secret) {
        return hold(List.of(secret));
    }

    /** Returns a text without secrets. */
    public String text(String text) {
        return text(text, Integer.MAX_VALUE);
    }

    /** Returns a copy of a JSON value without secrets. */
    public JsonNode json(JsonNode json) {
        return json(json, Integer.MAX_VALUE);
    }

    /** Returns an event without secrets, and with long texts cut. */
    public HostEvent event(HostEvent event) {
        return new EventRedaction(this).of(event);
    }

    /** Returns at most {@code longest} characters of a text without secrets. */
    String text(String text, int longest) {
        boolean cut = text.length() > longest;
        // Cut first, so that a huge text costs no more than a large one.
        var shown = cut ? text.substring(0, longest) : text;
        var unknown = withoutValues(shown, cut);
        var safe = byName ? NamedSecrets.hide(unknown, names) : unknown;
        return cut ? "%s… (%s more characters)".formatted(safe, text.length() - longest) : safe;
    }

    /** Returns a copy of a JSON value without secrets, in which no text is longer than {@code longest}. */
    JsonNode json(JsonNode json, int longest) {
        return json(json, longest, byName, false);
    }

    private JsonNode json(JsonNode json, int longest, boolean byName, boolean secret) {
        return switch (json) {
            case ObjectNode object -> object(object, longest, byName, secret);
            case JsonNode array
            when array.isArray() -> {
                var copy = Json.array();
                array.forEach(element -> copy.add(json(element, longest, byName, secret)));
                yield copy;
            }
            case JsonNode text when text.isString() -> string(text, longest, secret);
            case JsonNode number
            when number.isNumber() || number.isBinary() || number.isPojo() -> {
                var written = number.asString();
                yield secret || !withoutValues(written, false).equals(written) ? hidden(json) : number;
            }
            default -> json;
        };
    }

    private ObjectNode object(ObjectNode object, int longest, boolean byName, boolean secret) {
        var copy = Json.object();
        object.properties().forEach(member -> {
            var name = member.getKey();
            // A schema speaks of passwords without holding any.
            boolean names = byName && !SCHEMAS.contains(name);
            boolean hide = secret || (names && this.names.secret(name));
            copy.set(withoutValues(name, false), json(member.getValue(), longest, names, hide));
        });
        return copy;
    }

    private JsonNode string(JsonNode node, int longest, boolean secret) {
        var text = node.stringValue();
        if (secret && !text.isEmpty()) {
            return hidden(node);
        }
        var safe = text(text, longest);
        return safe.equals(text) ? node : Json.object().stringNode(safe);
    }

    private static JsonNode hidden(JsonNode unused) {
        return Json.object().stringNode(HIDDEN);
    }

    private String withoutValues(String text, boolean cut) {
        var finders = automata;
        if (finders.isEmpty() || text.length() < SecretForms.SHORTEST) {
            return text;
        }
        var finds = new Finds();
        for (var automaton : finders) {
            automaton.find(text, cut, SecretForms.SHORTEST, finds::add);
        }
        return finds.hideIn(text);
    }

    private void change(List<String> secrets, int by) {
        lock.lock();
        try {
            int counted = 0;
            try {
                boolean changed = false;
                for (var secret : secrets) {
                    changed |= change(secret, by);
                    counted++;
                }
                if (changed) {
                    rebuild();
                }
            } catch (RuntimeException | Error failed) {
                if (by > 0) { // Nobody gets a hold of these, so that nobody could ever let go of them.
                    secrets.subList(0, counted).forEach(secret -> change(secret, -by));
                }
                throw failed;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Counts a holder of a value, and tells whether that makes a difference. */
    private boolean change(String secret, int by) {
        var known = values.get(secret);
        if (known != null && known.holders() + by > 0) {
            values.put(secret, new Value(known.holders() + by, known.forms()));
            return false;
        }
        if (known != null) {
            values.remove(secret);
            characters -= known.characters();
        } else {
            var value = new Value(1, SecretForms.of(secret, room()));
            values.put(secret, value);
            characters += value.characters();
        }
        changes++;
        return true;
    }

    /** Returns how many characters the forms of the next value may have: whoever comes later finds some room, too. */
    private int room() {
        return Math.max((MOST_TOGETHER - characters) / SHARE, LEAST_FOR_EACH);
    }

    /** Done by whoever brings a value and not by whoever hides it, as that may be a reader thread. */
    private void rebuild() {
        if (values.isEmpty()) {
            built.clear();
            changes = 0;
            automata = List.of();
        } else if (built.isEmpty() || values.size() <= MAX_CHANGES || changes > MAX_CHANGES) {
            automata = List.of(automaton(values.keySet())); // First: if it fails, what is there stays true.
            built.clear();
            built.addAll(values.keySet());
            changes = 0;
        } else {
            var recent = new HashSet<>(values.keySet());
            recent.removeAll(built);
            automata = List.of(automata.getFirst(), automaton(recent));
        }
    }

    private Automaton automaton(Set<String> secrets) {
        var forms = new ArrayList<String>();
        secrets.forEach(secret -> {
            var value = values.get(secret);
            if (value != null) {
                forms.addAll(value.forms());
            }
        });
        return builder.apply(forms);
    }
}
