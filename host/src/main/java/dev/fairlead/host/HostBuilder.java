package dev.fairlead.host;

import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.store.FileStore;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.SecretSource;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.metrics.CallTracing;
import dev.fairlead.host.recording.Recorder;
import dev.fairlead.host.recording.TrafficWatch;
import dev.fairlead.host.supervision.Care;
import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.StartConsent;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.store.Store;
import dev.fairlead.store.Stores;
import dev.fairlead.wire.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Describes a host before it is opened. */
public final class HostBuilder {
    private final List<ServerConfig> servers = new ArrayList<>();
    private @Nullable ConfigSearch search;
    private Path workspace = Path.of("");
    private SecretSource secrets = SecretSource.NONE;
    private boolean ofUser;
    private @Nullable Store store;
    private @Nullable Store tokens;
    private @Nullable Approver approver;
    private AuditLog audit = AuditLog.none();
    private Redactor redactor = Redactor.usual();
    private @Nullable Recorder recorder;
    private @Nullable TrafficWatch watch;
    private Consumer<ClientProfile.Builder> habits = profile -> {};
    private Consumer<OAuth.Builder> logins = oauth -> {};
    private HostSettings settings = HostSettings.USUAL;
    private Care care = Care.USUAL;

    HostBuilder() {}

    /** Adds a server. */
    public HostBuilder server(ServerConfig config) {
        if (servers.stream().anyMatch(known -> known.name().equals(config.name()))) {
            throw new IllegalArgumentException("there are two servers named '%s'".formatted(config.name()));
        }
        servers.add(config);
        return this;
    }

    /** Adds a server that is reached in a way of the program's own. */
    public HostBuilder server(String name, Transport transport) {
        return server(ServerConfig.of(name, new Endpoint.Own(transport)));
    }

    /** Adds a server that a command starts. */
    public HostBuilder server(String name, String program, String... arguments) {
        return server(ServerConfig.of(name, Endpoint.Command.of(program, arguments)));
    }

    /** Adds a server that is reached by its URL. */
    public HostBuilder url(String name, String url) {
        return server(ServerConfig.of(name, Endpoint.Address.of(url)));
    }

    /**
     * Takes over what is configured for this user and this project, now and whenever it changes. What the user approved
     * and is logged in to counts, wherever that was done: unless another store is set, it is {@link Stores#ofUser}, and
     * tokens are in the user's file.
     */
    public HostBuilder configured() {
        ofUser = true;
        return configured(ConfigSearch.ofSystem());
    }

    /** Takes over what these files configure, now and whenever it changes. */
    public HostBuilder configured(Path... files) {
        return configured(ConfigSearch.ofSystem().only(List.of(files)));
    }

    /** Takes over what a search finds, now and whenever it changes. */
    public HostBuilder configured(ConfigSearch where) {
        search = where;
        workspace = where.workspace();
        return this;
    }

    /** Sets who knows secrets that no file should hold. */
    public HostBuilder secrets(SecretSource source) {
        secrets = source;
        return this;
    }

    /**
     * Sets where tokens, approvals and pins are kept. Without, they are in memory, or the user's own where the user's
     * configuration is taken over. It is not closed with the host.
     */
    public HostBuilder store(Store place) {
        store = place;
        return this;
    }

    /** Sets where tokens are kept, if not where everything else is. It is not closed with the host. */
    public HostBuilder tokens(Store place) {
        tokens = place;
        return this;
    }

    /**
     * Has somebody asked before a tool is called. Without, the program answers for its own calls: the definition of a
     * tool counts as approved with its first call, and any later change of it stops further ones.
     */
    public HostBuilder approver(Approver person) {
        approver = person;
        return this;
    }

    /** Sets where is written down what was started, allowed and called. */
    public HostBuilder audit(AuditLog log) {
        audit = log;
        return this;
    }

    /** Sets what is hidden in events and recordings. */
    public HostBuilder redactor(Redactor hiding) {
        redactor = hiding;
        return this;
    }

    /** Has everything recorded that travels to servers and back. It is not closed with the host. */
    public HostBuilder recorder(Recorder recording) {
        recorder = recording;
        return this;
    }

    /**
     * Lets somebody hear all that travels to servers and back, as it travels: what is secret in it has to be hidden by
     * the redactor before it is kept or shown.
     */
    public HostBuilder watch(TrafficWatch hearing) {
        watch = hearing;
        return this;
    }

    /**
     * Adds what is special about every client: who answers questions, what it calls itself, and so on. What was said
     * before stays, where this does not say otherwise.
     */
    public HostBuilder clients(Consumer<ClientProfile.Builder> special) {
        habits = habits.andThen(special);
        return this;
    }

    /**
     * Adds what is special about every login. What was said before stays, where this does not say otherwise. It is for all
     * servers, also those that a project's file names, so that a grant without people has to say {@link
     * OAuth.Builder#forServers which servers} it is for.
     */
    public HostBuilder logins(Consumer<OAuth.Builder> special) {
        logins = logins.andThen(special);
        return this;
    }

    /** Sets when calls are made again. */
    public HostBuilder retry(RetryPolicy policy) {
        settings = new HostSettings(policy, settings.patience(), settings.recheck());
        return this;
    }

    /** Sets how long a call waits for its server to become ready. */
    public HostBuilder patience(Duration limit) {
        settings = new HostSettings(settings.retry(), limit, settings.recheck());
        return this;
    }

    /** Sets how old the list of a server's tools may be when one of them is called; zero to ask before every call. */
    public HostBuilder recheck(Duration age) {
        settings = new HostSettings(settings.retry(), settings.patience(), age);
        return this;
    }

    HostBuilder care(Care given) {
        care = given;
        return this;
    }

    private Consumer<ClientProfile.Builder> remembering(Store place) {
        var eras = new EraMemory(care.clock(), new StoredEras(place));
        return profile -> habits.accept(profile.eraMemory(eras));
    }

    private static boolean readsOnly(List<ServerConfig> configs, String server, String tool) {
        return configs.stream().anyMatch(config -> config.name().equals(server) && config.readsOnly(tool));
    }

    private static String identity(List<ServerConfig> configs, String server, Resolver resolver) {
        return configs.stream()
                .filter(config -> config.name().equals(server))
                .map(config -> ConfigFingerprint.identity(config, resolver))
                .findFirst()
                .orElse("");
    }

    private Store placeOfTokens(Store place) {
        if (tokens != null) {
            return tokens;
        }
        return ofUser && store == null ? FileStore.usual() : place;
    }

    /** Opens the host, which waits for no server. */
    public Host open() {
        var own = store != null ? null : ofUser ? Stores.ofUser() : Stores.memory();
        var place = store != null ? store : Objects.requireNonNull(own);
        var resolver = Resolver.ofSystem(workspace, secrets);
        var events = new EventLog(redactor);
        var told = DecisionNews.telling(audit, events, care.clock());
        var configs = new AtomicReference<Supplier<List<ServerConfig>>>(List::of);
        var gate = approver == null
                ? ToolGate.firstUse(
                        place, told, server -> identity(configs.get().get(), server, resolver))
                : ToolGate.asking(
                        place,
                        approver,
                        told,
                        (server, tool) -> readsOnly(configs.get().get(), server, tool),
                        server -> identity(configs.get().get(), server, resolver));
        var recording = recorder;
        var watching = watch;
        var connector = new Connector(
                resolver,
                new Logins(placeOfTokens(place), logins, told),
                new Starts(new StartConsent(place, told), resolver, told),
                redactor,
                place,
                remembering(place),
                (name, transport) -> {
                    var seen = watching == null ? transport : watching.on(name, transport);
                    return recording == null ? seen : recording.tap(seen, redactor);
                });
        var core = new HostCore(events, gate, told, settings, care, connector, CallTracing.detected(redactor), own);
        configs.set(core::configs);
        var configuration = new Configuration(core, servers);
        configuration.begin(search);
        return new Host(core, configuration, core.common(), null);
    }
}
