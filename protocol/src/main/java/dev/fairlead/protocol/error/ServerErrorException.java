package dev.fairlead.protocol.error;

import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.Excerpt;
import dev.fairlead.protocol.rpc.RpcError;

/** The server answered a request with an error. */
public final class ServerErrorException extends McpException {
    private static final long serialVersionUID = 1;
    private final transient RpcError error;

    /** Carries the answer of {@code server} to {@code attempted}. */
    public ServerErrorException(String attempted, String server, RpcError error) {
        super("%s: server '%s' answered with error %d: %s%s"
                .formatted(attempted, server, error.code(), Excerpt.of(error.message(), 1000), missing(error)));
        this.error = error;
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
