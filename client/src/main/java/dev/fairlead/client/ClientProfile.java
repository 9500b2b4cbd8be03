package dev.fairlead.client;

import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.client.handler.LoginHandler;
import dev.fairlead.client.handler.Tolerance;
import dev.fairlead.client.peer.PeerTerms;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.MetaKey;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.wire.Release;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who we are and how we behave towards a server.
 *
 * @param identity what we call ourselves
 * @param handlers who answers the server's questions
 * @param login who lets people log in where a server demands it; null if that is the caller's business
 * @param listener who hears of the connection
 * @param versions which revisions may be spoken
 * @param limits how long a call may take, unless the tool or the call says otherwise
 * @param toolLimits the limits of single tools, by name
 * @param connectTimeout how long a server may take to become ready
 * @param probePatience how long a server that gives no sign of life is asked what it is, before the old opening is tried;
 *     at most half of the time to connect, which is what a server on a network has
 * @param tolerance what to do when a server breaks a rule
 * @param checkArguments whether arguments are checked against the tool's schema before they are sent
 * @param checkResults whether structured results are checked against the tool's schema
 * @param politeShutdown whether the server is sent a {@code shutdown} request before its input is closed
 * @param extensions the protocol extensions we speak, with their settings
 * @param eraMemory where verdicts about servers are remembered
 * @param results where results are kept that anybody may be shown; null to keep them with the client
 * @param clock what time it is, for results that may be reused for a while
 */
public record ClientProfile(
        Implementation identity,
        InputHandlers handlers,
        @Nullable LoginHandler login,
        ConnectionListener listener,
        VersionPolicy versions,
        Limits limits,
        Map<String, Limits> toolLimits,
        Duration connectTimeout,
        Duration probePatience,
        Tolerance tolerance,
        boolean checkArguments,
        boolean checkResults,
        boolean politeShutdown,
        Map<String, ObjectNode> extensions,
        EraMemory eraMemory,
        @Nullable ResultKeeper results,
        InstantSource clock) {

    /** Copies the maps. */
    public ClientProfile {
        toolLimits = Map.copyOf(toolLimits);
        extensions = Map.copyOf(extensions);
    }

    /** Returns a profile with the usual settings. */
    public static ClientProfile usual() {
        return builder().build();
    }

    /** Starts a profile from the usual settings. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns this profile with others who answer the server's questions and hear of the connection. */
    public ClientProfile with(InputHandlers answering, ConnectionListener hearing) {
        return new ClientProfile(
                identity,
                answering,
                login,
                hearing,
                versions,
                limits,
                toolLimits,
                connectTimeout,
                probePatience,
                tolerance,
                checkArguments,
                checkResults,
                politeShutdown,
                extensions,
                eraMemory,
                results,
                clock);
    }

    /** Returns the limits of a tool. */
    Limits limitsOf(String tool) {
        return toolLimits.getOrDefault(tool, limits);
    }

    /** Collects settings that differ from the usual ones. */
    public static final class Builder {
        private Implementation identity = Implementation.of("fairlead", Release.VERSION);
        private InputHandlers handlers = InputHandlers.none();
        private @Nullable LoginHandler login;
        private ConnectionListener listener = ConnectionListener.NONE;
        private VersionPolicy versions = VersionPolicy.automatic();
        private Limits limits = Limits.USUAL;
        private final Map<String, Limits> toolLimits = new LinkedHashMap<>();
        private Duration connectTimeout = Duration.ofSeconds(60);
        private Duration probePatience = Duration.ofSeconds(10);
        private Tolerance tolerance = Tolerance.LENIENT;
        private boolean checkArguments = true;
        private boolean checkResults = true;
        private boolean politeShutdown;
        private final Map<String, ObjectNode> extensions = new LinkedHashMap<>();
        private EraMemory eraMemory = EraMemory.shared();
        private @Nullable ResultKeeper results;
        private InstantSource clock = InstantSource.system();

        private Builder() {}

        /** Sets what we call ourselves. */
        public Builder identity(String name, String version) {
            identity = Implementation.of(name, version);
            return this;
        }

        /** Sets what we call ourselves, in full. */
        public Builder identity(Implementation ourselves) {
            identity = ourselves;
            return this;
        }

        /** Sets who answers the server's questions. */
        public Builder handlers(InputHandlers answering) {
            handlers = answering;
            return this;
        }

        /** Sets who lets people log in where a server demands it; without it, what was attempted fails. */
        public Builder login(LoginHandler letting) {
            login = letting;
            return this;
        }

        /** Sets who hears of the connection. */
        public Builder listener(ConnectionListener hearing) {
            listener = hearing;
            return this;
        }

        /** Sets which revisions may be spoken. */
        public Builder versions(VersionPolicy policy) {
            versions = policy;
            return this;
        }

        /** Sets how long a call may take. */
        public Builder limits(Limits usual) {
            limits = usual;
            return this;
        }

        /** Sets how long the calls of one tool may take. */
        public Builder limits(String tool, Limits special) {
            toolLimits.put(tool, special);
            return this;
        }

        /** Sets how long a server may take to become ready. */
        public Builder connectTimeout(Duration limit) {
            connectTimeout = limit;
            return this;
        }

        /** Sets how long a server that gives no sign of life is asked what it is. */
        public Builder probePatience(Duration limit) {
            probePatience = limit;
            return this;
        }

        /** Sets what to do when a server breaks a rule. */
        public Builder tolerance(Tolerance attitude) {
            tolerance = attitude;
            return this;
        }

        /** Sets whether arguments are checked before they are sent. */
        public Builder checkArguments(boolean check) {
            checkArguments = check;
            return this;
        }

        /** Sets whether structured results are checked. */
        public Builder checkResults(boolean check) {
            checkResults = check;
            return this;
        }

        /** Sets whether the server is asked to shut down before its input is closed. */
        public Builder politeShutdown(boolean ask) {
            politeShutdown = ask;
            return this;
        }

        /** Declares an extension of the protocol, which is off unless declared. */
        public Builder extension(String id, ObjectNode settings) {
            if (!MetaKey.wellFormed(id) || id.indexOf('/') < 0) {
                throw new IllegalArgumentException("not an extension identifier: " + id);
            }
            extensions.put(id, settings);
            return this;
        }

        /** Declares that calls may come back as tasks (modern servers); they are awaited like any other call. */
        public Builder tasks() {
            return extension(PeerTerms.TASKS_EXTENSION, Json.object());
        }

        /** Sets where verdicts about servers are remembered. */
        public Builder eraMemory(EraMemory memory) {
            eraMemory = memory;
            return this;
        }

        /** Sets where results of this server are kept that it said anybody may be shown. */
        public Builder results(ResultKeeper keeper) {
            results = keeper;
            return this;
        }

        /** Sets what time it is. */
        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /** Returns the profile. */
        public ClientProfile build() {
            return new ClientProfile(
                    identity,
                    handlers,
                    login,
                    listener,
                    versions,
                    limits,
                    toolLimits,
                    connectTimeout,
                    probePatience,
                    tolerance,
                    checkArguments,
                    checkResults,
                    politeShutdown,
                    extensions,
                    eraMemory,
                    results,
                    clock);
        }
    }
}
