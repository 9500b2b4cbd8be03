package dev.fairlead.cli.policy;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What may be called.
 *
 * @param done what was changed, in a sentence; null where nothing was
 */
public record Policy(List<Rule> rules, @Nullable String done) implements Outcome {

    /**
     * One rule.
     *
     * @param tool a name or a pattern; null for all tools of the server
     * @param decision {@code allow}, {@code ask}, {@code deny}, {@code off} or {@code only}
     * @param place where it is kept
     */
    record Rule(String server, @Nullable String tool, String decision, String place) {}

    @Override
    public void show(Page page) {
        if (done != null) {
            page.remark(done);
            return;
        }
        if (rules.isEmpty()) {
            page.remark("nothing is decided: what is typed with 'fairlead call' is called, and programs ask");
            return;
        }
        var table =
                Table.of(Column.whole("SERVER"), Column.whole("TOOL"), Column.whole("DECISION"), Column.cut("KEPT IN"));
        rules.forEach(rule -> table.row(
                Sanitizer.line(rule.server()),
                rule.tool() == null ? "(all)" : Sanitizer.line(rule.tool()),
                rule.decision(),
                Sanitizer.line(rule.place())));
        page.table(table);
    }

    @Override
    public void tell(ObjectNode document) {
        var list = document.putArray("rules");
        rules.forEach(rule -> list.addObject()
                .put("server", rule.server())
                .put("tool", rule.tool())
                .put("decision", rule.decision())
                .put("place", rule.place()));
    }
}
