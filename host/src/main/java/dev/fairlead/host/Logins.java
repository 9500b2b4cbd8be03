package dev.fairlead.host;

import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.RegisteredClient;
import dev.fairlead.host.config.OAuthConfig;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.store.Store;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who is logged in where: one set of tokens for each server and person. */
final class Logins {
    private static final Pattern HOST_AND_PORT = Pattern.compile("[A-Za-z0-9.-]+:[0-9]+");

    private final Store store;
    private final Consumer<OAuth.Builder> habits;
    private final AuditLog audit;
    private final ConcurrentHashMap<Key, OAuth> known = new ConcurrentHashMap<>();

    private record Key(
            String server,
            @Nullable OAuthConfig settings,
            @Nullable String person) {}

    /** Keeps tokens in a store; {@code habits} says what is special about every login. */
    Logins(Store store, Consumer<OAuth.Builder> habits, AuditLog audit) {
        this.store = store;
        this.audit = audit;
        this.habits = habits;
    }

    /** Returns who shows tokens to a server, on behalf of a person or, for null, of the program itself. */
    OAuth of(String server, @Nullable OAuthConfig settings, @Nullable String person) {
        return known.computeIfAbsent(new Key(server, settings, person), this::make);
    }

    /**
     * Lets go of those logins of a person of which the store has everything. Any other is the only one that has a token, and
     * stays for when the person is back, or until the end.
     *
     * @param unlessBack does it unless the person is back already, and may have such a token again
     */
    void forget(String person, Consumer<Runnable> unlessBack) {
        each(key -> person.equals(key.person()), login -> {
            if (storeRest(login.getValue())) {
                unlessBack.accept(() -> remove(login));
            }
        });
    }

    /** Lets go of all logins; what the store keeps stays. */
    void forgetAll() {
        each(key -> true, login -> {
            remove(login);
            boolean ignored = storeRest(login.getValue()); // If not, that was logged.
        });
    }

    /** Does something with all of these at once: each has its few seconds, also where whoever closes was interrupted before. */
    private void each(Predicate<Key> whose, Consumer<Map.Entry<Key, OAuth>> task) {
        Together.run(known.entrySet().stream()
                .filter(login -> whose.test(login.getKey()))
                .map(login -> (Runnable) () -> task.accept(login))
                .toList());
    }

    private void remove(Map.Entry<Key, OAuth> login) {
        boolean ignored = known.remove(login.getKey(), login.getValue()); // Unless another one took its place.
    }

    /** Tells whether everything is stored. */
    private static boolean storeRest(OAuth login) {
        try {
            return login.storeRest();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("nobody interrupts this thread", impossible);
        }
    }

    private OAuth make(Key key) {
        var oauth = OAuth.builder().clientName("Fairlead").store(store);
        if (key.person() != null) {
            oauth.owner(key.person());
        }
        habits.accept(oauth);
        oauth.renewals((address, what) -> audit.record(AuditRecord.refresh(key.person(), key.server(), what)));
        var settings = key.settings();
        try {
            if (settings != null) {
                apply(settings, oauth);
            }
            return oauth.build();
        } catch (IllegalArgumentException unusable) {
            // Without settings of its own it is what the program said of every login.
            throw ConfigurationException.unusable(
                    key.server(), "oauth", "cannot be used: " + unusable.getMessage(), unusable);
        }
    }

    private static void apply(OAuthConfig settings, OAuth.Builder oauth) {
        oauth.scopes(settings.scopes().toArray(String[]::new));
        if (settings.clientId() != null) {
            var client = RegisteredClient.of(settings.clientId());
            oauth.client(settings.clientSecret() == null ? client : client.withSecret(settings.clientSecret()));
        }
        if (settings.issuer() != null) {
            oauth.issuer(settings.issuer());
        }
        if (settings.redirectUri() != null) {
            var uri = settings.redirectUri();
            oauth.redirectUri(
                    HOST_AND_PORT.matcher(uri).lookingAt() ? "http://" + uri : uri); // as one product writes it
        } else if (settings.redirectPort() != null) {
            oauth.redirectPort(settings.redirectPort());
        }
    }
}
