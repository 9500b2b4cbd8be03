package dev.fairlead.host.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The fields of a server that mean something here, and how other products spell them. */
enum Field {
    TYPE("type", "transport", "transportType"),
    COMMAND("command", "cmd"),
    ARGS("args"),
    ENV("env", "environment", "envs"),
    ENV_FROM("envFrom", "env_vars", "env_keys"),
    ENV_FILE("envFile"),
    CWD("cwd"),
    INHERIT_ENV("inheritEnv"),
    URL("url", "httpUrl", "serverUrl", "uri", "baseUrl"),
    STRATEGY("strategy"),
    HEADERS("headers", "http_headers"),
    HEADERS_FROM_ENV("headersFromEnv", "env_http_headers"),
    BEARER_TOKEN_ENV("bearerTokenEnv", "bearer_token_env_var"),
    HEADERS_HELPER("headersHelper", "http_headers_helper"),
    OAUTH("oauth"),
    ENABLED("enabled", "isActive"),
    DISABLED("disabled"),
    START("start"),
    REQUIRED("required"),
    STARTUP_TIMEOUT("startupTimeout", "startup_timeout_sec", "startup_timeout_ms", "initTimeout", "connectionTimeout"),
    REQUEST_TIMEOUT("requestTimeout", "tool_timeout_sec", "timeout"),
    POOL("pool"),
    CONCURRENCY("concurrency"),
    SHARING("sharing"),
    INCLUDE_TOOLS("includeTools", "enabled_tools", "available_tools", "allowedTools"),
    EXCLUDE_TOOLS("excludeTools", "disabled_tools", "disabledTools"),
    TOOLS("tools"),
    DESCRIPTION("description");

    private final String id;
    private final String others; // with a space before and after each

    Field(String id, String... others) {
        this.id = id;
        this.others = " " + String.join(" ", others) + " ";
    }

    /** Returns how it is spelled here. */
    String id() {
        return id;
    }

    /** Returns how it may be spelled in a dialect, the spelling that counts first. */
    List<String> spellings(Dialect dialect) {
        if (dialect.own()) {
            return List.of(id);
        }
        return Stream.concat(Stream.of(id), Stream.of(others.strip().split(" ")))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Returns the field that other products spell so. */
    static Optional<Field> spelled(String name) {
        return Arrays.stream(values())
                .filter(field -> field.others.contains(" " + name + " "))
                .findFirst();
    }
}
