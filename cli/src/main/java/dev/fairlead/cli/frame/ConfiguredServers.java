package dev.fairlead.cli.frame;

import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.host.config.ConfigFingerprint;
import dev.fairlead.host.config.ConfigProblem;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.HostConfig;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.Resolved;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.SecretSource;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.trust.Approver;
import dev.fairlead.host.trust.StartConsent;
import dev.fairlead.host.trust.StartConsent.Consent;
import dev.fairlead.host.trust.ToolGate;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.store.Store;
import dev.fairlead.store.StoreException;
import dev.fairlead.store.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The servers that files, or the environment, name. Takes time to load. */
public final class ConfiguredServers {
    private final Surroundings surroundings;
    private final List<Path> files;
    private final ConfigSearch search;
    private final HostConfig config;
    private final Resolver resolver;

    private ConfiguredServers(Surroundings surroundings, List<Path> files) {
        this.surroundings = surroundings;
        this.files = files;
        this.search = search(surroundings, files);
        this.config = search.load();
        this.resolver = Resolver.of(surroundings.environment(), search.workspace(), home(), SecretSource.NONE);
    }

    /**
     * Reads what is configured.
     *
     * @param files those that were typed; empty for those that are found
     */
    public static ConfiguredServers read(Surroundings surroundings, List<Path> files) {
        return new ConfiguredServers(surroundings, files);
    }

    /** Returns where servers may be configured. */
    public static ConfigSearch search(Surroundings surroundings, List<Path> files) {
        var found = ConfigSearch.of(surroundings.environment(), home(), Path.of(""), System.getProperty("os.name", ""));
        return files.isEmpty() ? found : found.only(files);
    }

    /** Returns where is kept what somebody agreed to. Nothing is opened before it is used. */
    public static Store store(Surroundings surroundings) {
        LibraryFolder.prepare();
        return Stores.sqlite(storeFile(surroundings));
    }

    /** Returns the file of that. */
    public static Path storeFile(Surroundings surroundings) {
        return new CredentialFile(surroundings).beside("fairlead.db");
    }

    /** Tells whether anything was ever kept there. */
    public static boolean hasStore(Surroundings surroundings) {
        // What cannot even be looked for may well be there, and is complained of when it is read.
        return !Files.notExists(storeFile(surroundings));
    }

    /** Asks what was decided about calls, or changes it. */
    public static <T> T gate(Surroundings surroundings, Function<ToolGate, T> use) {
        return gate(surroundings, server -> "", use);
    }

    /** Asks what was decided about calls of these servers, or changes it: each is known as what it is configured to be. */
    public <T> T gate(Function<ToolGate, T> use) {
        return gate(surroundings, this::identity, use);
    }

    private String identity(String name) {
        return find(name)
                .map(server -> ConfigFingerprint.identity(server, resolver))
                .orElse("");
    }

    private static <T> T gate(Surroundings surroundings, UnaryOperator<String> identities, Function<ToolGate, T> use) {
        try (var store = store(surroundings)) {
            return use.apply(ToolGate.asking(
                    store, Approver.NOBODY, AuditFile.of(surroundings), (server, tool) -> false, identities));
        } catch (StoreException failure) {
            throw new ConsentStoreException(failure);
        }
    }

    /** Asks what somebody agreed to, or changes it. */
    public static <T> T consents(Surroundings surroundings, Function<StartConsent, T> use) {
        try (var store = store(surroundings)) {
            return use.apply(new StartConsent(store, AuditFile.of(surroundings)));
        } catch (StoreException failure) {
            throw new ConsentStoreException(failure);
        }
    }

    /** Returns the place of a server's entry, for people. */
    public static String place(Origin origin) {
        return origin.place();
    }

    /** Tells whether a server is not started before somebody agreed to it. */
    public static boolean needsConsent(ServerConfig server) {
        return server.origin().scope() == Origin.Scope.PROJECT
                && server.origin().file() != null;
    }

    /** Returns the files that were looked for. */
    public List<Path> places() {
        return search.places().stream().map(ConfigSearch.Place::file).toList();
    }

    /** Returns all that is configured. */
    public HostConfig configuration() {
        return config;
    }

    /** Returns where that was looked for. */
    public ConfigSearch search() {
        return search;
    }

    public List<String> names() {
        return config.servers().stream().map(ServerConfig::name).toList();
    }

    public Optional<ServerConfig> find(String name) {
        return config.server(name);
    }

    /** Returns what is wrong with a server's entry, or with whole files. */
    public List<ConfigProblem> problems(String name) {
        return config.problems().stream()
                .filter(problem -> problem.severity() != ConfigProblem.Severity.NOTE)
                .filter(problem -> problem.server() == null || problem.server().equals(name))
                .toList();
    }

    /** Returns why a server that was not found may be configured all the same: a file cannot be read. */
    public Optional<UsageException> unread(String name) {
        return config.problems().stream()
                .filter(problem -> problem.severity() == ConfigProblem.Severity.ERROR && problem.server() == null)
                .findFirst()
                .map(problem -> UsageException.configuration(
                        "there is no server named '%s' in what could be read; mend the file that could not, and try again"
                                .formatted(name)));
    }

    /** Returns why these may not be all servers that are configured: there are mistakes, the first of which it names. */
    public Optional<UsageException> mistake() {
        return config.problems().stream()
                .filter(problem -> problem.severity() == ConfigProblem.Severity.ERROR)
                .findFirst()
                .map(problem -> UsageException.configuration(
                        "the configuration has mistakes, so there may be servers beside these; mend it, and try again: "
                                + problem.text()));
    }

    /** Returns what would be started, for somebody to look at. */
    public ConfigFingerprint proposal(ServerConfig server) {
        return ConfigFingerprint.of(server, resolver);
    }

    /** Tells whether a server of a file that is not the user's may be started; its files are read only if that matters. */
    public Consent consent(ServerConfig server, Path file) {
        return consents(surroundings, consent -> consent.look(file, server.name(), () -> agreed(server)));
    }

    private String agreed(ServerConfig server) {
        return ConfigFingerprint.ofAgreed(server, resolver).hash();
    }

    /** Returns the words to type to agree to a server. */
    public String approving(String name) {
        return approving(name, files);
    }

    /** Returns the words to type to agree to a server of these files. */
    public static String approving(String name, List<Path> files) {
        return "fairlead approve %s%s".formatted(ShellWord.of(name), ConfigOptions.again(files));
    }

    /**
     * Returns how to reach a server, if it is used and somebody has agreed to that.
     *
     * @param mayAsk whether a person who sits there is asked for what the file leaves open
     */
    Resolved resolve(ServerConfig server, boolean mayAsk) {
        if (!server.enabled()) {
            throw new UsageException("server '%s' is disabled (%s); run %s"
                    .formatted(
                            server.name(),
                            place(server.origin()),
                            ShellWord.command(
                                    "fairlead enable " + ShellWord.of(server.name()) + ConfigOptions.again(files))));
        }
        if (needsConsent(server)) {
            check(server);
        }
        try {
            return Resolver.of(surroundings.environment(), search.workspace(), home(), secrets(server, mayAsk))
                    .resolve(server);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("connecting", server.name(), false);
        }
    }

    private void check(ServerConfig server) {
        var file = Optional.ofNullable(server.origin().file()).orElseThrow();
        var why = switch (consents(surroundings, consent -> consent.check(file, server.name(), () -> agreed(server)))) {
            case GIVEN -> "";
            case MISSING -> "nobody has agreed yet to what %s wants to start; look at it with %s";
            case CHANGED -> "what %s wants to start is not what was agreed to; look at it with %s";
            case DENIED -> "what %s wants to start was denied; to take that back, run %s";
        };
        if (!why.isEmpty()) {
            throw new StartRefusedException(
                    server.name(), why.formatted(file, ShellWord.command(approving(server.name()))));
        }
    }

    private SecretSource secrets(ServerConfig server, boolean mayAsk) {
        var file = server.origin().file();
        var prompts = config.files().stream()
                .filter(one -> Objects.equals(one.file(), file))
                .flatMap(one -> one.inputs().stream())
                .toList();
        return new AskedSecrets(surroundings, server.name(), String.valueOf(file), prompts, mayAsk);
    }

    /** Returns what was answered and kept before, and what the keychain has; asks nobody. */
    public static SecretSource keptSecrets(Surroundings surroundings) {
        return new SecretSource() {
            @Override
            public Optional<String> secret(Kind kind, String id) {
                return Optional.empty(); // Answers are for the file that asked.
            }

            @Override
            public SecretSource of(ServerConfig server) {
                return new AskedSecrets(
                        surroundings,
                        server.name(),
                        String.valueOf(server.origin().file()),
                        List.of(),
                        false);
            }
        };
    }

    /** Returns the home of whoever runs the command. */
    public static Path home() {
        return Path.of(System.getProperty("user.home", ""));
    }
}
