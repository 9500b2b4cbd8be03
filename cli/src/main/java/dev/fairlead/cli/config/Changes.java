package dev.fairlead.cli.config;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What became of files.
 *
 * @param details lines about what was written, without secrets
 * @param warnings what whoever did it should know
 * @param next what can be typed next
 * @param failure why not all of it was done; null where it was
 */
public record Changes(
        List<Change> changes,
        List<String> details,
        List<String> warnings,
        List<String> next,
        @Nullable Failure failure) implements Outcome {

    /** What was done about a server. */
    enum Kind {
        ADDED("added '%s' to %s"),
        REPLACED("replaced '%s' in %s"),
        REMOVED("removed '%s' from %s"),
        ENABLED("enabled '%s' in %s"),
        DISABLED("disabled '%s' in %s"),
        UNCHANGED("'%s' is like that already in %s"),
        WOULD_ADD("would add '%s' to %s"),
        WOULD_REPLACE("would replace '%s' in %s"),
        DECLINED("'%s' was not copied to %s"),
        CONFLICT("'%s' is in %s already, and stays as it is there");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Tells whether a file is not what it was because of it. */
        boolean changes() {
            return switch (this) {
                case ADDED, REPLACED, REMOVED, ENABLED, DISABLED -> true;
                case UNCHANGED, WOULD_ADD, WOULD_REPLACE, DECLINED, CONFLICT -> false;
            };
        }

        String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * What was done about one server.
     *
     * @param line where it stands now; 0 where it does not
     */
    record Change(String name, Kind kind, Path file, int line) {
        String sentence() {
            return kind.words.formatted(name, line > 0 ? file + ":" + line : file.toString());
        }
    }

    @Override
    public void show(Page page) {
        changes.forEach(change -> page.line(change.sentence()));
        details.forEach(line -> page.line("  " + line));
        showNext(page);
        warnings.forEach(page::remark);
    }

    /** Shows only what can be typed next. */
    void showNext(Page page) {
        next.forEach(line -> page.line("next: " + line));
    }

    /** Returns the same, where there is more to say before what can be typed next. */
    Changes withoutNext() {
        return new Changes(changes, details, warnings, List.of(), failure);
    }

    @Override
    public void tell(ObjectNode document) {
        var list = document.putArray("changes");
        changes.forEach(change -> list.addObject()
                .put("name", change.name())
                .put("change", change.kind().id())
                .put("file", change.file().toString())
                .put("line", change.line() > 0 ? change.line() : null));
        warnings.forEach(document.putArray("warnings")::add);
        next.forEach(document.putArray("next")::add);
    }
}
