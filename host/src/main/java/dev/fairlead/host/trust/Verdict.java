package dev.fairlead.host.trust;

/** Whether a call may be made. */
public sealed interface Verdict {

    /**
     * It may, once.
     *
     * @param because who or what allowed it
     */
    record Admitted(String because) implements Verdict {}

    /**
     * It must not.
     *
     * @param why what forbids it, in a sentence that is fit to be shown
     * @param whatToDo how it could become possible
     */
    record Refused(String why, String whatToDo) implements Verdict {}
}
