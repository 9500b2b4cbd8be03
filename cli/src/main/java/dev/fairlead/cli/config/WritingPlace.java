package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.host.config.ConfigEdit.Audience;
import dev.fairlead.host.config.ConfigSearch;
import dev.fairlead.host.config.Origin.Scope;
import java.nio.file.Path;
import java.util.List;

/**
 * A file in which something is to be written.
 *
 * @param typed whether it was typed, and is none of those that are found
 */
public record WritingPlace(Path file, Scope scope, boolean typed) {

    static WritingPlace user(Path file) {
        return new WritingPlace(file, Scope.USER, false);
    }

    static WritingPlace project(Path file) {
        return new WritingPlace(file, Scope.PROJECT, false);
    }

    static WritingPlace typed(ConfigSearch.Place place) {
        return new WritingPlace(place.file(), place.scope(), true);
    }

    boolean isUsers() {
        return scope == Scope.USER;
    }

    /** Returns who may read it where it has to be made. */
    Audience audience() {
        return isUsers() ? Audience.OWNER : Audience.ALL;
    }

    /** Returns the files that have to be typed so that this one is read. */
    List<Path> files() {
        return typed ? List.of(file) : List.of();
    }

    /** Returns where relative paths in it begin. */
    Path folder() {
        var above = file.toAbsolutePath().getParent();
        return isUsers() || above == null ? ConfiguredServers.home() : above;
    }
}
