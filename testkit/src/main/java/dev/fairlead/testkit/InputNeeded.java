package dev.fairlead.testkit;

import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Leaves a handler whose questions have to travel to the client before it can go on. */
final class InputNeeded extends RuntimeException {
    private final transient Map<String, ObjectNode> questions;

    InputNeeded(Map<String, ObjectNode> questions) {
        super("input needed: " + questions.keySet(), null, false, false);
        this.questions = questions;
    }

    Map<String, ObjectNode> questions() {
        return questions;
    }
}
