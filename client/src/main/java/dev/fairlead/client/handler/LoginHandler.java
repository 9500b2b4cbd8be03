package dev.fairlead.client.handler;

import dev.fairlead.protocol.error.AuthorizationRequiredException;

/** Lets a person log in where a server demands it. What was attempted is attempted again afterwards. */
@FunctionalInterface
public interface LoginHandler {

    /**
     * Lets the person log in, and returns when that is done. Called on the thread of whoever attempted something, outside
     * all limits of that.
     *
     * @throws dev.fairlead.protocol.error.McpException if it is not done
     */
    void login(AuthorizationRequiredException required);
}
