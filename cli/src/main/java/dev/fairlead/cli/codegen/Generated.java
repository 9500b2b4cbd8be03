package dev.fairlead.cli.codegen;

import dev.fairlead.cli.codegen.SourceFolder.Change;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.text.Count;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client that was generated, or compared with what is there.
 *
 * @param type the class that people use
 * @param changes one for each source
 * @param notes what was simplified or left out
 * @param checked whether nothing was to be written
 */
record Generated(String type, List<Change> changes, List<String> notes, boolean checked) implements Outcome {

    @Override
    public void show(Page page) {
        for (var change : changes) {
            if (change.kind() != Change.Kind.SAME) {
                page.line("%-9s  %s".formatted(word(change), change.file()));
            }
        }
        notes.forEach(note -> page.remark("note: " + note));
        if (failure() == null) {
            long same = changes.stream()
                    .filter(change -> change.kind() == Change.Kind.SAME)
                    .count();
            page.line("%s: %s, %s of them as before".formatted(type, Count.of(changes.size(), "source"), same));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("class", type);
        var files = document.putArray("files");
        changes.forEach(change ->
                files.addObject().put("file", change.file().toString()).put("change", word(change)));
        var list = document.putArray("notes");
        notes.forEach(list::add);
    }

    @Override
    public @Nullable Failure failure() {
        long different = changes.stream()
                .filter(change -> change.kind() != Change.Kind.SAME)
                .count();
        if (!checked || different == 0) {
            return null;
        }
        var words = "out of date with the server's tools: %s of %s; run the same without --check"
                .formatted(different, Count.of(changes.size(), "source"));
        return new Failure(
                ExitCode.UNEXPECTED,
                "outdated",
                words,
                Json.object(),
                new UnusableException(ExitCode.UNEXPECTED, words));
    }

    private static String word(Change change) {
        return change.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
