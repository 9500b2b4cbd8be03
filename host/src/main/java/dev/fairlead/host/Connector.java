package dev.fairlead.host;

import dev.fairlead.auth.OAuth;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.Resolved;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.HiddenTokens;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.event.SecretHolds;
import dev.fairlead.host.recording.Tap;
import dev.fairlead.host.recording.TappedTransport;
import dev.fairlead.host.supervision.Opener;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.parts.InTime;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.StdioTransport;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens connections as they are configured. */
final class Connector {
    private static final Duration STORE_MAY_TAKE = Duration.ofSeconds(5); // to say whether a login is over

    private final Resolver resolver;
    private final Logins logins;
    private final Starts starts;
    private final Redactor redactor;
    private final SecretHolds secrets;
    private final Store store;
    private final Consumer<ClientProfile.Builder> habits;
    private final BiFunction<String, Transport, Transport> tap;

    /**
     * Opens connections.
     *
     * @param store keeps what others may use too
     * @param habits what is special about every client
     * @param tap watches what travels to a server
     */
    Connector(
            Resolver resolver,
            Logins logins,
            Starts starts,
            Redactor redactor,
            Store store,
            Consumer<ClientProfile.Builder> habits,
            BiFunction<String, Transport, Transport> tap) {
        this.resolver = resolver;
        this.logins = logins;
        this.starts = starts;
        this.redactor = redactor;
        this.secrets = new SecretHolds(redactor);
        this.store = store;
        this.habits = habits;
        this.tap = tap;
    }

    /** Returns what opens connections to a server on somebody's behalf. */
    Opener opener(ServerConfig config, @Nullable String person) {
        return new Opening(config, person, secrets.holder());
    }

    /** Opens connections to one server on somebody's behalf. */
    private final class Opening implements Opener {
        private final ServerConfig config;
        private final @Nullable String person;
        private final SecretHolds.Holder held;
        private volatile @Nullable OAuth demanding; // logins, when there was a connection last

        Opening(ServerConfig config, @Nullable String person, SecretHolds.Holder held) {
            this.config = config;
            this.person = person;
            this.held = held;
        }

        @Override
        public Opened open(int lane, ConnectionListener listener, Tap line) {
            var builder = profile(config, listener);
            var transport = tap.apply(config.name(), transport(builder, lane));
            var profile = builder.build();
            return new Opened(
                    McpClient.connect(TappedTransport.of(transport, line), profile), profile.connectTimeout());
        }

        private Transport transport(ClientProfile.Builder profile, int lane) {
            starts.check(config);
            Resolved resolved;
            try {
                resolved = resolver.resolve(config);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new CallCancelledException("connecting", config.name(), false);
            }
            held.hold(lane, resolved.secrets());
            return switch (resolved) {
                case Resolved.Process process ->
                    StdioTransport.of(process.command().withholding(process.withheld()))
                            .named(config.name());
                case Resolved.Remote remote -> {
                    // What one machine calls itself, others call themselves too.
                    if (!remote.transport().loopback()) {
                        profile.results(
                                new StoredResults(store, remote.transport().url()));
                    }
                    var login = logins.of(config.name(), remote.oauth(), person);
                    demanding = login;
                    yield remote.transport()
                            .withAuthorizer(new HiddenTokens(login, login::secrets, tokens -> held.hold(~lane, tokens)))
                            .named(config.name());
                }
                case Resolved.Own own -> new NamedTransport(own.transport(), config.name());
            };
        }

        @Override
        public boolean isOpen(PendingAuthorization begun, Deadline patience) {
            var login = demanding;
            try {
                var limit = Deadline.after(STORE_MAY_TAKE).orEarlier(patience);
                return login == null || InTime.call(limit.remaining(), () -> login.isOpen(begun));
            } catch (StoreException | IllegalStateException | TimeoutException unknown) { // The second: it is closed.
                return true;
            } catch (InterruptedException giveUp) {
                Thread.currentThread().interrupt();
                return true;
            }
        }

        @Override
        public boolean anew() {
            return config.endpoint() instanceof Endpoint.Address address && address.credentialsMayChange();
        }

        @Override
        public void end() {
            held.close();
        }
    }

    /** Returns who logs in to a server, on somebody's behalf, as connections to it do. */
    OAuth login(ServerConfig config, @Nullable String person) throws InterruptedException {
        starts.permit(config);
        return resolver.resolve(config) instanceof Resolved.Remote remote
                ? logins.of(config.name(), remote.oauth(), person)
                : logins.of(config.name(), null, person);
    }

    /** Gives back what lets us in at a server; tells whether whoever granted it took it back. */
    boolean logout(ServerConfig config, @Nullable String person) throws InterruptedException {
        starts.permit(config);
        return resolver.resolve(config) instanceof Resolved.Remote remote
                && logins.of(config.name(), remote.oauth(), person)
                        .logout(remote.transport().url());
    }

    Redactor redactor() {
        return redactor;
    }

    Logins logins() {
        return logins;
    }

    Starts starts() {
        return starts;
    }

    private ClientProfile.Builder profile(ServerConfig config, ConnectionListener listener) {
        var profile = ClientProfile.builder();
        habits.accept(profile);
        profile.listener(listener);
        if (config.startupTimeout() != null) {
            profile.connectTimeout(config.startupTimeout());
        }
        if (config.requestTimeout() != null) {
            profile.limits(Limits.USUAL.withIdle(config.requestTimeout()));
        }
        return profile;
    }
}
