package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.ConfiguredServers;
import dev.fairlead.cli.frame.Form;
import dev.fairlead.cli.frame.Surroundings;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Words;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Says which file is to be changed. */
public final class PlaceOptions implements Words {
    private static final String SCOPE = "--scope";
    private static final String CONFIG = "--config";

    private @Nullable String scope;
    private @Nullable Path file;

    @Override
    public void describe(Form form) {
        form.text(
                SCOPE,
                "WHOSE",
                given -> scope = given,
                "Whose file is changed: user, which is usual, or project: the",
                "fairlead.json of the project that you work in.");
        form.path(CONFIG, "FILE", given -> file = given, "Change this file instead; it is made as needed.");
    }

    /** Tells whether it was typed whose file is changed. */
    boolean isScoped() {
        return scope != null;
    }

    /** Returns the file that is meant. */
    WritingPlace place(Surroundings surroundings) {
        if (scope != null && file != null) {
            throw new UsageException("%s and %s both say which file; drop one of them".formatted(SCOPE, CONFIG));
        }
        var search = ConfiguredServers.search(surroundings, java.util.List.of());
        if (file != null) {
            var place = search.place(file.toAbsolutePath());
            return WritingPlace.typed(place);
        }
        return switch (scope == null ? "user" : scope) {
            case "user" -> WritingPlace.user(search.userFile());
            case "project" -> WritingPlace.project(search.projectFile());
            default -> throw new UsageException("%s is user or project, not '%s'".formatted(SCOPE, scope));
        };
    }
}
