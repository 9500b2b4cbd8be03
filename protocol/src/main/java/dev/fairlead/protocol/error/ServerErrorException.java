package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.RpcError;

/** The server answered a request with an error. */
public final class ServerErrorException extends McpException {
    private static final long serialVersionUID = 1;
    private final transient RpcError error;
    private final boolean maybeExecuted;

    /** Carries the answer of {@code server} to {@code attempted}. */
    public ServerErrorException(String attempted, String server, RpcError error) {
        this(attempted, server, error, maybeExecuted(error));
    }

    /** Carries the answer to a request on the way of {@code attempted}, which alone does not say what became of that. */
    public ServerErrorException(String attempted, String server, RpcError error, boolean maybeExecuted) {
        super("%s: server '%s' answered with error %s: %s%s"
                .formatted(attempted, server, error.code(), Excerpt.of(error.message(), 1000), missing(error)));
        this.error = error;
        this.maybeExecuted = maybeExecuted;
    }

    /** Names what the server wants of us and we do not offer, where that is the error. */
    private static String missing(RpcError error) {
        if (error.code() != ErrorCode.MISSING_CAPABILITY || error.data() == null) {
            return "";
        }
        var wanted = String.join(", ", error.data().path("requiredCapabilities").propertyNames());
        return wanted.isEmpty()
                ? ""
                : "; it needs a client that offers %s, and this one does not".formatted(Excerpt.of(wanted));
    }

    /** Returns what the server said. */
    public RpcError error() {
        return error;
    }

    @Override
    public boolean maybeExecuted() {
        return maybeExecuted;
    }

    private static boolean maybeExecuted(RpcError error) {
        return switch (error.code()) {
            case ErrorCode.PARSE_ERROR,
                    ErrorCode.INVALID_REQUEST,
                    ErrorCode.METHOD_NOT_FOUND,
                    ErrorCode.INVALID_PARAMS,
                    ErrorCode.HEADER_MISMATCH,
                    ErrorCode.MISSING_CAPABILITY,
                    ErrorCode.UNSUPPORTED_VERSION -> false;
            default -> true;
        };
    }
}
