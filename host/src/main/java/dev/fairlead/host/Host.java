package dev.fairlead.host;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.DesktopLogin;
import dev.fairlead.client.McpClient;
import dev.fairlead.host.catalog.Catalog;
import dev.fairlead.host.catalog.OfferedTool;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.HostConfig;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.supervision.ManagedServer;
import dev.fairlead.host.trust.AuditLog;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.StartConsent;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.GetPromptResult;
import dev.fairlead.protocol.ReadResourceResult;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.McpException;
import dev.fairlead.protocol.error.PendingAuthorization;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.wire.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Many servers at once: keeps each of them running, offers their tools as one catalogue, and makes calls.
 *
 * <p>Opening a host waits for no server and fails because of none. All methods may be called from any number of threads
 * at once.
 */
public final class Host implements AutoCloseable {
    private final HostCore core;
    private final Fleet fleet;
    private final Calls calls;
    private final Configuration configuration;
    private final @Nullable String principal;
    private final EventLog events;
    private final AtomicBoolean closed = new AtomicBoolean();

    Host(HostCore core, Configuration configuration, Fleet fleet, @Nullable String principal) {
        this.core = core;
        this.configuration = configuration;
        this.fleet = fleet;
        this.principal = principal;
        this.events = principal == null ? core.events() : core.events().as(principal);
        this.calls = new Calls(core, fleet, events, principal);
    }

    /** Starts the description of a host. */
    public static HostBuilder builder() {
        return new HostBuilder();
    }

    /**
     * Returns the host that everybody in this program shares. It is opened at the first use, with what is configured for
     * this user and this project, and ends with the program.
     */
    public static Host shared() {
        return SharedHost.get();
    }

    /** Returns what all connected servers offer now. */
    public Catalog catalog() {
        return fleet.catalog();
    }

    /** Returns how every configured server stands. */
    public List<ServerStatus> servers() {
        return fleet.configs().stream().map(this::status).toList();
    }

    /** Returns how every server is configured, by files or by the program, as it is in effect. */
    public List<ServerConfig> configs() {
        return List.copyOf(fleet.configs());
    }

    /** Returns how one configured server stands. */
    public Optional<ServerStatus> server(String name) {
        return servers().stream().filter(status -> status.name().equals(name)).findFirst();
    }

    /**
     * Calls a tool.
     *
     * @param name as the catalogue offers it, or as its server calls it where only one server has such a tool
     * @param arguments a map, a JSON object, any object with properties, or null for none
     */
    public HostResult call(String name, @Nullable Object arguments) {
        return call(name, arguments, HostCallOptions.usual());
    }

    /** Calls a tool in a special way. */
    public HostResult call(String name, @Nullable Object arguments, HostCallOptions options) {
        return calls.call(name, arguments, options);
    }

    /** Gets a prompt, filled in; throws a {@link McpException} if that fails. */
    public GetPromptResult prompt(String name, Map<String, String> arguments) throws InterruptedException {
        if (catalog().prompt(name).isEmpty()) {
            boolean ignored = listed(Deadline.after(core.settings().patience())); // Prompts come after the tools.
        }
        var prompt = catalog()
                .prompt(name)
                .orElseThrow(() -> new UnavailableException(
                        "prompts/get " + name,
                        "any",
                        "Prompt '%s' not found in any connected server".formatted(name),
                        null));
        return with(
                prompt.server(), client -> client.getPrompt(prompt.definition().name(), arguments));
    }

    /** Reads a resource of a server; throws a {@link McpException} if that fails. */
    public ReadResourceResult read(String server, String uri) throws InterruptedException {
        return with(server, client -> client.readResource(uri));
    }

    /**
     * Lets somebody talk to a server directly, once it is ready. Tools called this way pass no gate.
     *
     * @throws McpException if it does not become ready, or what was done with it failed
     */
    public <T> T with(String server, Function<McpClient, T> task) throws InterruptedException {
        var managed = managed(server);
        try (var use = managed.use("talking", Deadline.after(core.settings().patience()))) {
            try {
                var result = task.apply(use.connection().client());
                use.answered();
                return result;
            } catch (McpException failure) {
                use.failed(failure);
                throw use.explained("a request", failure);
            }
        }
    }

    /** Listens to changes at a server, whatever becomes of its connections. */
    public HostSubscription subscribe(String server, SubscriptionFilter filter) {
        managed(server);
        return new HostSubscription(server, fleet, filter);
    }

    /** Starts a server that is stopped, was given up, or waits for its next attempt. */
    public void start(String server) {
        managed(server).start();
    }

    /** Stops a server; calls under way may finish, and until they have, starting it again takes the stop back. */
    public void stop(String server) {
        if (fleet.shared(server)) {
            forEverybody("stop server '%s', which everybody shares,".formatted(server));
        }
        managed(server).stop();
    }

    /** Stops a server at once: calls under way end, and are told that somebody wanted it so. */
    public void disconnect(String server) {
        if (fleet.shared(server)) {
            forEverybody("disconnect server '%s', which everybody shares,".formatted(server));
        }
        managed(server).disconnect();
    }

    /** Ends a server, once calls under way are done, and starts it afresh. */
    public void restart(String server) throws InterruptedException {
        if (fleet.shared(server)) {
            forEverybody("restart server '%s', which everybody shares,".formatted(server));
        }
        managed(server);
        boolean ignored = fleet.restart(server);
        if (config(server).start() == ServerConfig.StartMode.LAZY) {
            start(server);
        }
    }

    /** Takes a server in, in place of one of the same name. */
    public void add(ServerConfig config) throws InterruptedException {
        forEverybody("add a server");
        core.add(config);
    }

    /** Lets a server go; tells whether there was one of that name. */
    public boolean remove(String server) throws InterruptedException {
        forEverybody("remove a server");
        return core.remove(server);
    }

    /**
     * Takes over what the configuration files say now, which happens by itself a moment after they change. Returns when
     * that is in effect; calls under way to a server that is replaced have a few seconds to end.
     */
    public void reload() {
        forEverybody("reload the configuration");
        configuration.reload();
    }

    /** Returns what files configure, and what is wrong with them. */
    public HostConfig configuration() {
        return configuration.files();
    }

    /**
     * Returns what would be started for a server that a project's file names, for somebody to look at.
     *
     * @throws McpException if no such server is configured
     */
    public ConfigFingerprint proposal(String server) {
        return core.connector().starts().proposal(config(server));
    }

    /**
     * Returns what is started, or reached, under the name of a server if it is configured like this: permission for all
     * tools of a server holds as long as that is the same.
     */
    public String identity(ServerConfig config) {
        return core.connector().starts().identity(config);
    }

    /**
     * Tells what was decided about the start of a server; empty where nobody is asked about it.
     *
     * @throws McpException if no such server is configured
     */
    public Optional<StartConsent.Consent> startConsent(String server) {
        return core.connector().starts().consent(config(server));
    }

    /**
     * Agrees to the start of a server that a project's file names, and starts it, also for people who have connections of
     * their own to it; consent to one start is for the host's.
     *
     * @param seen the hash of the proposal that somebody looked at
     * @return false if it has changed since
     */
    public boolean approveStart(String server, String seen, Scope scope) {
        forEverybody("agree to a start");
        boolean agreed = core.connector().starts().agree(config(server), seen, scope);
        if (agreed) {
            start(server);
        }
        if (agreed && scope != Scope.ONCE) {
            core.people().eachOwn(server, ManagedServer::agreed);
        }
        return agreed;
    }

    /**
     * Refuses the start of a server that a project's file names, whatever the file says later, and stops it, also for people
     * who have connections of their own to it.
     *
     * @return false if nobody is asked about this server
     */
    public boolean denyStart(String server, Scope scope) {
        forEverybody("deny a start");
        boolean denied = core.connector().starts().deny(config(server), scope);
        if (denied) {
            stop(server);
            core.people().eachOwn(server, ManagedServer::stop);
        }
        return denied;
    }

    /**
     * Takes back what was decided about the start of a server that a project's file names. What runs goes on.
     *
     * @return false if nobody is asked about this server
     */
    public boolean withdrawStart(String server) {
        forEverybody("withdraw a decision about a start");
        return core.connector().starts().withdraw(config(server));
    }

    /**
     * Returns what somebody needs to log in to a server, if it waits for that, or a call was refused a while ago for want of
     * it, as where a scope is missing; it is for that person alone. Where it cannot be finished any more, as it was
     * demanded too long ago or somebody has finished it on another machine, the server is asked first what it demands now.
     *
     * @throws McpException if no such server is configured, or this is interrupted
     */
    public Optional<AuthorizationRequiredException> loginNeeded(String server) {
        try {
            return managed(server).loginNeeded(Deadline.after(core.settings().patience()));
        } catch (InterruptedException giveUp) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("asking what to log in for", server, false);
        }
    }

    /**
     * Finishes a login that a server demanded, on any machine that shares the store, and connects. If it fails, a
     * server that waits for it is connected to all the same, which finds out what is to be done now: who began that login may
     * not be known any more.
     *
     * @param callback the whole address that the browser came back to
     */
    public void finishLogin(String server, PendingAuthorization pending, String callback) throws InterruptedException {
        var config = managed(server).config(); // One that is not there uses up no login.
        var owner = People.personal(config) ? principal : null;
        var login = core.connector().login(config, owner);
        boolean finished = false;
        try {
            login.finish(pending, callback);
            finished = true;
        } finally {
            if (!finished) {
                fleet.server(server)
                        .ifPresent(managed -> managed.loginFailed(
                                Deadline.after(core.settings().patience())));
            }
        }
        managed(server).loggedIn();
    }

    /**
     * Lets the person in front of this machine log in to a server that demands it, for all that it was found to demand, and
     * connects.
     *
     * @param browser shows the person the page
     * @throws McpException if nobody logs in, or the server demands no login
     */
    public void login(String server, Browser browser) throws InterruptedException {
        var required = loginNeeded(server)
                .orElseThrow(() -> new UnavailableException("logging in", server, "it demands no login", null));
        var config = config(server);
        var owner = People.personal(config) ? principal : null;
        DesktopLogin.of(core.connector().login(config, owner), browser, url -> {})
                .login(required);
        managed(server).loggedIn();
    }

    /**
     * Gives back what lets us in at a server, and forgets it.
     *
     * @return whether whoever granted it took it back
     * @throws McpException if whoever granted it could not be told; it is forgotten all the same
     */
    public boolean logout(String server) throws InterruptedException {
        var config = config(server);
        return core.connector().logout(config, People.personal(config) ? principal : null);
    }

    /**
     * Returns this host as one person sees it: their own sessions, tokens, approvals and caches, where servers are
     * reached by address; shared programs otherwise. What is theirs ends when as many are closed as were returned for
     * them, so that one request of a web application does not end another's; keep one for as long as the person is
     * there, if connecting anew is to be avoided. What is for everybody is changed at the host itself.
     *
     * @throws IllegalArgumentException if the name is blank: nobody is no person, and has the program's own tokens
     */
    public Host as(String person) throws InterruptedException {
        if (person.isBlank()) {
            throw new IllegalArgumentException(
                    "a person needs a name that is not blank; for the program's own calls, use the host itself");
        }
        return core.people().view(person, fleet -> new Host(core, configuration, fleet, person));
    }

    /** Returns on whose behalf calls are made; empty for the program's own. */
    public Optional<String> principal() {
        return Optional.ofNullable(principal);
    }

    /**
     * Returns what happens here: for a person's view, what happens in it, and how the servers stand that everybody shares.
     */
    public EventLog events() {
        return events;
    }

    /** Returns where it is written down what is decided here, for whoever decides more than the host sees. */
    public AuditLog audit() {
        return core.audit();
    }

    /** Returns what may be called. */
    public ToolGate gate() {
        return core.gate();
    }

    /**
     * Waits until every server is either known not to be usable for now, or usable and has listed what it offers; tells
     * whether that was so in time. One that has failed before, and is being tried again, is not waited for.
     */
    public boolean settled(Duration patience) throws InterruptedException {
        var deadline = Deadline.after(patience);
        try (var feed = events.subscribe()) {
            while (servers().stream().anyMatch(this::comesUp)) {
                if (deadline.passed()) {
                    return false;
                }
                var ignored = feed.next(deadline.remaining());
            }
        }
        return listed(deadline);
    }

    /** Ends everything that was started, and returns when nothing of it is left. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (principal == null) {
            configuration.close();
        }
        core.close(principal, fleet);
    }

    boolean closed() {
        return core.closed();
    }

    private void forEverybody(String what) {
        if (principal != null) {
            throw new IllegalStateException("a person's view cannot %s; do that at the host itself".formatted(what));
        }
    }

    /** Waits until those that are connected have listed everything; tells whether they had by then. */
    private boolean listed(Deadline deadline) throws InterruptedException {
        for (var config : fleet.configs()) {
            var managed = fleet.server(config.name());
            if (managed.isPresent() && !managed.get().listed(deadline)) {
                return false;
            }
        }
        return true;
    }

    private boolean comesUp(ServerStatus status) {
        boolean about = status.state().equals("idle")
                && fleet.configs().stream()
                        .anyMatch(config ->
                                config.name().equals(status.name()) && config.start() == ServerConfig.StartMode.EAGER);
        return about || (status.state().equals("connecting") && status.reason().isEmpty());
    }

    private ServerConfig config(String name) {
        return fleet.configs().stream()
                .filter(config -> config.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnavailableException("starting", name, "no such server is configured", null));
    }

    private ManagedServer managed(String name) {
        return fleet.server(name).orElseThrow(() -> {
            boolean off =
                    fleet.configs().stream().anyMatch(config -> config.name().equals(name));
            return new UnavailableException(
                    "talking",
                    name,
                    off ? "it is disabled in the configuration" : "no such server is configured",
                    null);
        });
    }

    private ServerStatus status(ServerConfig config) {
        return StatusReport.of(config, fleet, core.connector().redactor(), (int) catalog().tools().stream()
                .map(OfferedTool::server)
                .filter(config.name()::equals)
                .count());
    }
}
