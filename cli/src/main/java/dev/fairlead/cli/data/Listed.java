package dev.fairlead.cli.data;

import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Table;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server has of one kind.
 *
 * @param what the kind, as programs and people call it
 * @param definitions as received
 */
record Listed(String what, List<ObjectNode> definitions, Table table) implements Outcome {

    @Override
    public void show(Page page) {
        if (definitions.isEmpty()) {
            page.remark("the server has no " + what);
        } else {
            page.table(table);
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.putArray(what).addAll(definitions);
    }
}
