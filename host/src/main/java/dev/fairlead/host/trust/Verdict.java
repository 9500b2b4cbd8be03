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
     * @param difference how the definition differs from the approved one, for people: it quotes the server, and no model
     *     should be told; empty if it does not
     */
    record Refused(String why, String whatToDo, String difference) implements Verdict {
        /** Refuses a call for another reason than a changed definition. */
        public Refused(String why, String whatToDo) {
            this(why, whatToDo, "");
        }

        /** Returns why, and below that how the definition differs. */
        public String whyInFull() {
            return difference.isEmpty() ? why : why + "\n" + difference;
        }
    }
}
