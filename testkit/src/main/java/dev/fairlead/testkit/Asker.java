package dev.fairlead.testkit;

import dev.fairlead.protocol.InputRequest;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The way of a question to the client and of its answer back. */
@FunctionalInterface
interface Asker {

    /** Asks all of these at once and waits for every answer. */
    List<ObjectNode> ask(List<InputRequest> questions) throws InterruptedException;
}
