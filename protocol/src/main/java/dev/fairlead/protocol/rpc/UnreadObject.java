package dev.fairlead.protocol.rpc;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An object that is text until somebody looks into it. */
final class UnreadObject extends ObjectNode {
    private static final long serialVersionUID = 1;

    private final transient UnreadMembers members;

    /** Takes over the text of the object. */
    UnreadObject(JsonNodeFactory nodes, byte[] text) {
        this(nodes, new UnreadMembers(text));
    }

    private UnreadObject(JsonNodeFactory nodes, UnreadMembers members) {
        super(nodes, members);
        this.members = members;
    }

    /** Returns how many bytes its text has; negative once somebody has looked into it. */
    int bytes() {
        return members.bytes();
    }
}
