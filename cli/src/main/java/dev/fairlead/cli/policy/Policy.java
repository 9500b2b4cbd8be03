package dev.fairlead.cli.policy;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.cli.text.Table;
import dev.fairlead.console.policy.Policies;
import dev.fairlead.console.policy.PolicyFact;
import dev.fairlead.console.policy.ShownPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What may be called, and what else nobody may do unasked.
 *
 * @param ten all policies; empty where only what may be called was asked for
 * @param done what was changed, in a sentence; null where nothing was
 */
public record Policy(
        List<ShownPolicy> ten, List<Rule> rules, @Nullable String done) implements Outcome {

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
        } else if (!ten.isEmpty()) {
            ten.forEach(policy -> page.rich(lines(policy)));
        } else if (rules.isEmpty()) {
            page.remark("nothing is decided: what is typed with 'fairlead call' is called, and programs ask");
        } else {
            page.table(table());
        }
    }

    private static List<StyledText> lines(ShownPolicy policy) {
        var lines = new ArrayList<StyledText>();
        if (policy.number() > 1) {
            lines.add(StyledText.EMPTY);
        }
        lines.add(StyledText.of("%s. %s".formatted(policy.number(), policy.title()), Role.HEADING));
        policy.facts().forEach(fact -> lines.add(line(fact)));
        policy.change()
                .forEach(how ->
                        lines.add(StyledText.of("   To change: ", Role.FAINT).plus(Sanitizer.line(how))));
        return lines;
    }

    private static StyledText line(PolicyFact fact) {
        var begin = StyledText.of("   - ");
        var who = fact.server() == null
                ? begin
                : begin.plus(Sanitizer.name(fact.server()), Role.NAME).plus(" ");
        return who.plus(Sanitizer.line(fact.holds())).plus(" [%s]".formatted(Sanitizer.line(fact.from())), Role.FAINT);
    }

    private Table table() {
        var table =
                Table.of(Column.whole("SERVER"), Column.whole("TOOL"), Column.whole("DECISION"), Column.cut("KEPT IN"));
        rules.forEach(rule -> table.row(
                Sanitizer.name(rule.server()),
                rule.tool() == null ? "(all)" : Sanitizer.name(rule.tool()),
                rule.decision(),
                Sanitizer.line(rule.place())));
        return table;
    }

    @Override
    public void tell(ObjectNode document) {
        if (!ten.isEmpty()) {
            document.set("policies", Policies.json(ten));
        }
        var list = document.putArray("rules");
        rules.forEach(rule -> list.addObject()
                .put("server", rule.server())
                .put("tool", rule.tool())
                .put("decision", rule.decision())
                .put("place", rule.place()));
    }
}
