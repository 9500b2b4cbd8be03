package dev.fairlead.host.trust;

import tools.jackson.databind.node.ObjectNode;

/** What somebody says who was asked whether a tool may be called. */
public sealed interface Answer {

    /**
     * Yes.
     *
     * @param confirmed whether the person confirmed separately that it is for good; without that, {@link Scope#ALWAYS}
     *     counts as {@link Scope#SESSION} for tools that are not known to change nothing
     */
    record Allow(Scope scope, boolean confirmed) implements Answer {
        /** Says yes without a separate confirmation. */
        public Allow(Scope scope) {
            this(scope, false);
        }
    }

    /** Yes, for this one call, with these arguments instead. */
    record Edit(ObjectNode arguments) implements Answer {}

    /**
     * No.
     *
     * @param reason what the caller is told
     */
    record Deny(Scope scope, String reason) implements Answer {}
}
