package dev.fairlead.host;

import dev.fairlead.client.ResultKeeper;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.Hashes;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results of one server in the store that keeps everything else.
 *
 * <p>Every subject has a generation, and a result counts only in the one that it was asked for in: whoever hears of a
 * change ends it, whoever asks next begins another, and late results of the one before are nobody's. Every subject has so many places,
 * whatever is asked: who comes later takes the place of somebody else.
 */
final class StoredResults implements ResultKeeper {
    private static final String PREFIX = "result/";
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int LARGEST = 200_000; // A store is no place for films.
    private static final int PLACES = 64; // of a subject
    private static final String BETWEEN = "\n";

    private final Store store;
    private final String server;
    private final Set<String> owed = ConcurrentHashMap.newKeySet(); // changes that the store does not know of yet

    /**
     * Keeps results.
     *
     * @param address of the server
     */
    StoredResults(Store store, String address) {
        this.store = store;
        this.server = Hashes.sha256(address);
    }

    @Override
    public Optional<String> find(String subject, String question) {
        try {
            settle(subject);
            var hash = Hashes.sha256(question);
            return store.read(place(subject, hash)).flatMap(kept -> {
                var parts = kept.value().split(BETWEEN, 3);
                return parts.length == 3 && parts[0].equals(hash) && parts[1].equals(generation(subject))
                        ? Optional.of(parts[2])
                        : Optional.empty();
            });
        } catch (StoreException unreachable) {
            return Optional.empty(); // The server knows as well.
        }
    }

    @Override
    public Optional<String> mark(String subject) {
        try {
            settle(subject);
            var generation = generation(subject);
            return Optional.of(generation == null ? begin(subject) : generation);
        } catch (StoreException unreachable) {
            return Optional.empty();
        }
    }

    @Override
    public void keep(String subject, String question, String asked, String result, Duration ttl) {
        if (result.length() > LARGEST) {
            return;
        }
        try {
            var hash = Hashes.sha256(question);
            var place = place(subject, hash);
            var value = hash + BETWEEN + asked + BETWEEN + result;
            // Whoever was faster has as good a claim to it.
            boolean ignored = store.replace(place, version(place), value, least(ttl, LONGEST));
        } catch (StoreException unreachable) {
            return; // What is not kept is asked again.
        }
    }

    @Override
    public void forget(String subject) {
        owed.add(subject);
        try {
            settle(subject);
        } catch (StoreException unreachable) {
            return; // It is owed, and nothing is found or kept before it is done.
        }
    }

    private void settle(String subject) {
        if (owed.contains(subject)) {
            end(subject);
            owed.remove(subject);
        }
    }

    /** Ends the generation, if there is one: where nobody asked, nothing is kept, and changes cost a look. */
    private void end(String subject) {
        var place = place(subject);
        var kept = store.read(place);
        if (kept.isPresent()) {
            // Whoever was faster ended it as well.
            boolean ignored = store.replace(place, kept.get().version(), null);
        }
    }

    /** Begins a generation, or returns one that somebody else has just begun. */
    private String begin(String subject) {
        var fresh = UUID.randomUUID().toString();
        // It lasts longer than any result that refers to it.
        boolean ours = store.replace(place(subject), Store.Entry.ABSENT, fresh, LONGEST.multipliedBy(2));
        var now = ours ? fresh : generation(subject);
        return now == null ? fresh : now; // Of one that has ended already, nothing will be found.
    }

    private @Nullable String generation(String subject) {
        return store.read(place(subject)).map(Store.Entry::value).orElse(null);
    }

    private String version(String place) {
        return store.read(place).map(Store.Entry::version).orElse(Store.Entry.ABSENT);
    }

    private String place(String subject) {
        return PREFIX + server + "/" + subject;
    }

    /** Returns where the answer to a question may be, of which this is the hash. */
    private String place(String subject, String hash) {
        return place(subject) + "/" + HexFormat.fromHexDigits(hash, 0, 2) % PLACES;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
