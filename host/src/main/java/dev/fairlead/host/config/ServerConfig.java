package dev.fairlead.host.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One configured server.
 *
 * @param name how users and models call it; chosen by whoever configures, never by the server
 * @param enabled whether it is used at all
 * @param start when it is started
 * @param startupTimeout how long it may take to become ready; null for the usual time
 * @param requestTimeout how long a call may stay silent; null for the usual time
 * @param pool how many processes or sessions share its calls, at most {@value #MOST_POOL}
 * @param concurrency how many calls may be under way at once in each of them, at most {@value #MOST_CONCURRENCY}
 * @param sharing who shares a connection, where a program serves several people
 * @param ignored the fields that are kept and have no effect
 * @param required whether its user cannot do without it
 * @param description what it is for, in the words of whoever configured it
 * @param folder where relative paths begin and a program works; null for the folder that the user works in
 * @param kept what the fields without effect say, for whoever writes the configuration again
 */
public record ServerConfig(
        String name,
        Endpoint endpoint,
        boolean enabled,
        StartMode start,
        @Nullable Duration startupTimeout,
        @Nullable Duration requestTimeout,
        ToolRules tools,
        int pool,
        int concurrency,
        Sharing sharing,
        Origin origin,
        List<String> ignored,
        boolean required,
        @Nullable String description,
        @Nullable Path folder,
        Map<String, JsonNode> kept) {
    /** How many calls may be under way at once unless told otherwise. */
    public static final int USUAL_CONCURRENCY = 64;

    /** How many processes or sessions a server may have. */
    public static final int MOST_POOL = 64;

    /** How many calls may be under way at once in each of them, at most. */
    public static final int MOST_CONCURRENCY = 10_000;

    /** Checks the numbers and copies the collections. */
    public ServerConfig {
        ignored = List.copyOf(ignored);
        kept = Collections.unmodifiableMap(new LinkedHashMap<>(kept));
        if (name.isBlank()) {
            throw new IllegalArgumentException("a server needs a name");
        }
        if (pool < 1 || pool > MOST_POOL || concurrency < 1 || concurrency > MOST_CONCURRENCY) {
            throw new IllegalArgumentException("pool and concurrency of '%s' must be from 1 to %s and %s: %s, %s"
                    .formatted(name, MOST_POOL, MOST_CONCURRENCY, pool, concurrency));
        }
    }

    /** Returns a server with the usual settings, configured by the program. */
    public static ServerConfig of(String name, Endpoint endpoint) {
        return builder(name, endpoint).build();
    }

    /** Starts the configuration of a server. */
    public static Builder builder(String name, Endpoint endpoint) {
        return new Builder(name, endpoint);
    }

    /** Tells whether the user, and not a project's file, says that a tool changes nothing. */
    public boolean readsOnly(String tool) {
        var rule = tools.single().get(tool);
        return rule != null && rule.readsOnly() && origin.scope() != Origin.Scope.PROJECT;
    }

    /** Tells whether another configuration means the same, wherever in its file it stands. */
    public boolean sameAs(ServerConfig other) {
        var there = new Origin(other.origin.file(), origin.line(), other.origin.dialect(), other.origin.scope());
        return equals(other.with(other.enabled, there));
    }

    /** Returns this configuration, used or not. */
    public ServerConfig withEnabled(boolean used) {
        return with(used, origin);
    }

    private ServerConfig with(boolean used, Origin place) {
        return new ServerConfig(
                name,
                endpoint,
                used,
                start,
                startupTimeout,
                requestTimeout,
                tools,
                pool,
                concurrency,
                sharing,
                place,
                ignored,
                required,
                description,
                folder,
                kept);
    }

    /** Says what it is and where it comes from; unknown fields may hold secrets. */
    @Override
    public String toString() {
        return "ServerConfig[name=%s, endpoint=%s, enabled=%s, origin=%s]".formatted(name, endpoint, enabled, origin);
    }

    /** When a server is started. */
    public enum StartMode {
        /** With the host. */
        EAGER,
        /** With the first use of it. */
        LAZY
    }

    /** Who shares a connection. */
    public enum Sharing {
        /** Everybody, where it is a program; each person has their own where it is an address. */
        USUAL,
        /** Everybody. */
        ALL,
        /** Each person has their own. */
        PERSON
    }

    /** Collects settings that differ from the usual ones. */
    public static final class Builder {
        private final String name;
        private final Endpoint endpoint;
        private boolean enabled = true;
        private StartMode start = StartMode.EAGER;
        private @Nullable Duration startupTimeout;
        private @Nullable Duration requestTimeout;
        private ToolRules tools = ToolRules.ALL;
        private int pool = 1;
        private int concurrency = USUAL_CONCURRENCY;
        private Sharing sharing = Sharing.USUAL;
        private Origin origin = Origin.PROGRAM;
        private List<String> ignored = List.of();
        private boolean required;
        private @Nullable String description;
        private @Nullable Path folder;
        private Map<String, JsonNode> kept = Map.of();

        private Builder(String name, Endpoint endpoint) {
            this.name = name;
            this.endpoint = endpoint;
        }

        /** Sets whether it is used at all. */
        public Builder enabled(boolean used) {
            enabled = used;
            return this;
        }

        /** Sets when it is started. */
        public Builder start(StartMode when) {
            start = when;
            return this;
        }

        /** Sets how long it may take to become ready. */
        public Builder startupTimeout(@Nullable Duration limit) {
            startupTimeout = limit;
            return this;
        }

        /** Sets how long a call may stay silent. */
        public Builder requestTimeout(@Nullable Duration limit) {
            requestTimeout = limit;
            return this;
        }

        /** Sets which tools are offered, and how. */
        public Builder tools(ToolRules rules) {
            tools = rules;
            return this;
        }

        /** Sets how many processes or sessions share its calls. */
        public Builder pool(int size) {
            pool = size;
            return this;
        }

        /** Sets how many calls may be under way at once in each of them. */
        public Builder concurrency(int calls) {
            concurrency = calls;
            return this;
        }

        /** Sets who shares a connection. */
        public Builder sharing(Sharing who) {
            sharing = who;
            return this;
        }

        /** Sets where the configuration was found. */
        public Builder origin(Origin where) {
            origin = where;
            return this;
        }

        /** Sets the fields that have no effect. */
        public Builder ignored(List<String> fields) {
            ignored = fields;
            return this;
        }

        /** Sets whether its user cannot do without it. */
        public Builder required(boolean needed) {
            required = needed;
            return this;
        }

        /** Sets what it is for. */
        public Builder description(@Nullable String words) {
            description = words;
            return this;
        }

        /** Sets where relative paths begin and a program works. */
        public Builder folder(@Nullable Path place) {
            folder = place;
            return this;
        }

        /** Sets what the fields without effect say. */
        public Builder kept(Map<String, JsonNode> values) {
            kept = values;
            return this;
        }

        /** Returns the configuration. */
        public ServerConfig build() {
            return new ServerConfig(
                    name,
                    endpoint,
                    enabled,
                    start,
                    startupTimeout,
                    requestTimeout,
                    tools,
                    pool,
                    concurrency,
                    sharing,
                    origin,
                    ignored,
                    required,
                    description,
                    folder,
                    kept);
        }
    }
}
