package dev.fairlead.host;

import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.RegisteredClient;
import dev.fairlead.host.config.OAuthConfig;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.store.Store;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
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

    /** Lets go of what is known about a person's logins; what the store keeps stays. */
    void forget(String person) {
        known.keySet().removeIf(key -> person.equals(key.person()));
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
