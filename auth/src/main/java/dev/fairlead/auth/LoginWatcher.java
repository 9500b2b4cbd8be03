package dev.fairlead.auth;

import dev.fairlead.wire.http.FetchWatcher;

/** Hears what is fetched on the way to an authorization: for whoever shows a person what happens. */
@FunctionalInterface
public interface LoginWatcher {
    /** Hears nothing. */
    LoginWatcher NONE = server -> FetchWatcher.NONE;

    /** Returns who hears what is fetched because of a server, by its address. */
    FetchWatcher of(String server);
}
