package dev.fairlead.protocol.error;

/** A server answered a request with an HTTP status that is no success and has no better name. */
public final class HttpStatusException extends McpException {
    private static final long serialVersionUID = 1;
    private final int status;
    private final String detail;
    private final boolean maybeExecuted;

    /** Says which status met {@code attempted}, and what the server said with it. */
    public HttpStatusException(String attempted, String server, int status, String detail, boolean maybeExecuted) {
        super("%s on server '%s': HTTP %s%s%s"
                .formatted(
                        attempted,
                        server,
                        status,
                        detail.isEmpty() ? "" : ", " + detail,
                        maybeExecuted ? "; whether it was carried out is unknown" : "; it was not carried out"));
        this.status = status;
        this.detail = detail;
        this.maybeExecuted = maybeExecuted;
    }

    /** Returns the status. */
    public int status() {
        return status;
    }

    /** Returns what the server said with it; may be empty. */
    public String detail() {
        return detail;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }
}
