package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server is configured in a way that cannot be used; nothing was started or sent. */
public final class ConfigurationException extends McpException {
    private static final long serialVersionUID = 1;

    private final String server;
    private final String field;
    private final @Nullable String variable;
    private final boolean passing;

    private ConfigurationException(
            String server,
            String field,
            @Nullable String variable,
            boolean passing,
            String problem,
            @Nullable Throwable cause) {
        super("Server '%s' is not usable as configured: %s".formatted(Excerpt.of(server), problem), cause);
        this.server = server;
        this.field = field;
        this.variable = variable;
        this.passing = passing;
    }

    /** Returns the failure to give a variable its value. */
    public static ConfigurationException unset(String server, String field, String variable, String advice) {
        return new ConfigurationException(
                server,
                field,
                variable,
                false,
                "%s needs '%s', which is not set; %s".formatted(Excerpt.of(field), Excerpt.of(variable), advice),
                null);
    }

    /**
     * Returns the failure to use a field.
     *
     * @param problem what is wrong with it and what to do, without any value that may be secret
     */
    public static ConfigurationException unusable(
            String server, String field, String problem, @Nullable Throwable cause) {
        return new ConfigurationException(
                server, field, null, false, "%s %s".formatted(Excerpt.of(field), problem), cause);
    }

    /**
     * Returns the failure to get the value of a field from where it is to come from at the moment of connecting, such as
     * a program or a file. Later it may be there.
     *
     * @param problem what went wrong and what to do, without any value that may be secret
     */
    public static ConfigurationException missing(
            String server, String field, String problem, @Nullable Throwable cause) {
        return new ConfigurationException(
                server, field, null, true, "%s %s".formatted(Excerpt.of(field), problem), cause);
    }

    /** Returns the name of the server. */
    public String server() {
        return server;
    }

    /** Returns the field that is at fault, such as {@code headers.Authorization}. */
    public String field() {
        return field;
    }

    /** Returns the variable that has no value, if that is the reason. */
    public Optional<String> variable() {
        return Optional.ofNullable(variable);
    }

    /** Tells whether trying again later may help, although nobody changes the configuration or the environment. */
    public boolean passing() {
        return passing;
    }

    @Override
    public boolean maybeExecuted() {
        return false;
    }
}
