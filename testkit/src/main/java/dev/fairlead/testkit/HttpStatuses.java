package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.ErrorCode;
import java.util.function.IntUnaryOperator;

/** The status with which a JSON-RPC error of some code is sent, if it is the whole answer. */
final class HttpStatuses {
    /** Errors are answers like others. */
    static final IntUnaryOperator LEGACY = code -> 200;

    /** Some errors have a status of their own. */
    static final IntUnaryOperator MODERN = code -> switch (code) {
        case ErrorCode.HEADER_MISMATCH, ErrorCode.MISSING_CAPABILITY, ErrorCode.UNSUPPORTED_VERSION -> 400;
        case ErrorCode.METHOD_NOT_FOUND -> 404;
        default -> 200;
    };

    /** A request that says neither its revision nor its capabilities is a bad one. */
    static final IntUnaryOperator BARE = code -> code == ErrorCode.INVALID_PARAMS ? 400 : MODERN.applyAsInt(code);

    private HttpStatuses() {}
}
