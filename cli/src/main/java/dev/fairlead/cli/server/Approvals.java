package dev.fairlead.cli.server;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.frame.UnusableException;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Count;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was decided about starting several servers.
 *
 * @param failure why not about all; null where it was
 */
public record Approvals(List<Approval> all, @Nullable Failure failure) implements Outcome {

    /**
     * Judges them.
     *
     * @param mistake why there may be more servers than these
     */
    static Approvals of(List<Approval> all, Optional<UsageException> mistake, Visit visit) {
        var failures =
                all.stream().map(Approval::failure).filter(Objects::nonNull).toList();
        return new Approvals(
                List.copyOf(all),
                failures.isEmpty()
                        ? mistake.map(visit::judge).orElse(null)
                        : visit.judge(new UnusableException(
                                failures.getFirst().exitCode(),
                                "nothing was decided about %s of %s"
                                        .formatted(failures.size(), Count.of(all.size(), "server")))));
    }

    @Override
    public void show(Page page) {
        if (all.isEmpty() && failure == null) {
            page.remark("no configured server needs approval");
        }
    }

    @Override
    public void tell(ObjectNode document) {
        var list = document.putArray("approvals");
        for (var approval : all) {
            var one = list.addObject().put("server", approval.server());
            approval.tell(one);
            one.set(
                    "error",
                    approval.failure() == null ? null : approval.failure().toJson());
        }
    }
}
