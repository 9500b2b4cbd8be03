package dev.fairlead.cli.watch;

import dev.fairlead.cli.frame.Moment;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import tools.jackson.databind.node.ObjectNode;

/** The end of watching, of which people need not be told. */
record Ended() implements Outcome {
    @Override
    public void show(Page page) {
        // Whoever watches sees that.
    }

    @Override
    public void tell(ObjectNode document) {
        Moment.now().stampLast(document);
    }
}
