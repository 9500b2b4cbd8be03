package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.ErrorCode;
import dev.fairlead.protocol.rpc.RpcError;

/** The JSON-RPC error by which a {@link FakeServer} answers a request. */
public final class Refusal extends RuntimeException {
    private final RpcError error;

    /** Refuses with this error. */
    public Refusal(RpcError error) {
        super(error.code() + " " + error.message());
        this.error = error;
    }

    /** Returns a refusal with this code. */
    public static Refusal of(int code, String message) {
        return new Refusal(RpcError.of(code, message));
    }

    static Refusal invalid(String message) {
        return of(ErrorCode.INVALID_PARAMS, message);
    }

    /** Returns the error as it goes over the wire. */
    public RpcError error() {
        return error;
    }
}
