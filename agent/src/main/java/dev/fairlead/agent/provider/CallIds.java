package dev.fairlead.agent.provider;

import java.util.UUID;

/** Ids for calls whose provider gives them none. */
final class CallIds {

    private CallIds() {}

    /** Makes one up that no other call of a conversation has. */
    static String next() {
        return "call_" + UUID.randomUUID().toString().replace("-", "").substring(0, 20);
    }
}
