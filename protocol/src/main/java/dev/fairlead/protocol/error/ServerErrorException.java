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
        super("%s: server '%s' answered with error %d: %s"
                .formatted(attempted, server, error.code(), Excerpt.of(error.message(), 1000)));
        this.error = error;
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
