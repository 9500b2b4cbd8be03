package dev.fairlead.host.trust;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Whether a call may be made. */
public sealed interface Verdict {

    /**
     * It may, once.
     *
     * @param because who or what allowed it
     * @param edited the arguments that somebody put in place of those that were asked about; null for none
     */
    record Admitted(String because, @Nullable ObjectNode edited) implements Verdict {
        /** Admits a call as it is. */
        public Admitted(String because) {
            this(because, null);
        }
    }

    /**
     * It must not.
     *
     * @param why what forbids it, in a sentence that is fit to be shown
     * @param whatToDo how it could become possible; empty where nobody needs to be told
     */
    record Refused(String why, String whatToDo) implements Verdict {}
}
