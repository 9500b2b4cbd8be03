package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.protocol.Completion;
import tools.jackson.databind.node.ObjectNode;

/** Values that a server suggests. */
record Suggested(Completion completion) implements Outcome {

    @Override
    public void show(Page page) {
        page.lines(completion.values());
        if (completion.values().isEmpty()) {
            page.remark("the server suggests nothing");
        } else if (Boolean.TRUE.equals(completion.hasMore())) {
            page.remark(
                    completion.total() == null
                            ? "there are more; type more of it"
                            : "there are %s in all; type more of it".formatted(completion.total()));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        var values = document.putArray("values");
        completion.values().forEach(values::add);
        document.put("total", completion.total()).put("hasMore", completion.hasMore());
    }
}
