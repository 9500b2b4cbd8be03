package dev.fairlead.host.event;

/** What the states of a server are called, in events, reports and figures. */
public final class StateNames {
    /** Not started, and will be as soon as somebody needs it. */
    public static final String IDLE = "idle";

    /** Being opened. */
    public static final String CONNECTING = "connecting";

    /** Usable. */
    public static final String READY = "ready";

    /** Lost, and will be opened again by itself. */
    public static final String WAITING = "waiting";

    /** Waits for somebody to log in. */
    public static final String NEEDS_LOGIN = "needs-login";

    /** Waits for somebody to agree that it is started. */
    public static final String NEEDS_APPROVAL = "needs-approval";

    /** Given up. */
    public static final String FAILED = "failed";

    /** Being ended by somebody, while calls under way may finish. */
    public static final String STOPPING = "stopping";

    /** Ended by somebody. */
    public static final String STOPPED = "stopped";

    private StateNames() {}
}
