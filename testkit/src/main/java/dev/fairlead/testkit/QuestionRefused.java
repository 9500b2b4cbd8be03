package dev.fairlead.testkit;

import dev.fairlead.protocol.rpc.RpcError;

/** The client's refusal to answer a question of a {@link FakeServer}. */
public final class QuestionRefused extends RuntimeException {
    private final RpcError error;

    QuestionRefused(String method, RpcError error) {
        super("the client refused %s: %s %s".formatted(method, error.code(), error.message()));
        this.error = error;
    }

    /** Returns the error that the client answered with. */
    public RpcError error() {
        return error;
    }
}
