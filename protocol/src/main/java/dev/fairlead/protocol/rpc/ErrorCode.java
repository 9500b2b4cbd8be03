package dev.fairlead.protocol.rpc;

/** The error codes with a shared meaning. Codes from -32000 to -32019 have none and are never interpreted. */
public final class ErrorCode {
    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    /** The headers of an HTTP request contradict its body (2026-07-28). */
    public static final int HEADER_MISMATCH = -32020;

    /** The request needs a client capability that it did not declare (2026-07-28). */
    public static final int MISSING_CAPABILITY = -32021;

    /** The server does not speak the revision of the request (2026-07-28). */
    public static final int UNSUPPORTED_VERSION = -32022;

    /** The user must visit a URL before the request can succeed (2025-11-25 only). */
    public static final int URL_ELICITATION_REQUIRED = -32042;

    /** The user refused a sampling request (until 2025-11-25). */
    public static final int USER_REJECTED = -1;

    private ErrorCode() {}
}
