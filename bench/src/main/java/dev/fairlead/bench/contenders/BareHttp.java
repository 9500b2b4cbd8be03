package dev.fairlead.bench.contenders;

import java.io.IOException;

/**
 * A client that posts ready-made requests and looks into no answer.
 *
 * @param <Q> a request, as far as it can be prepared
 */
abstract class BareHttp<Q> implements Client {
    private final Q call;
    private final Q list;

    BareHttp(Q call, Q list) {
        this.call = call;
        this.list = list;
    }

    /** Posts a request and waits until all of the answer is there. */
    abstract void ask(Q question) throws IOException;

    @Override
    public final void call() throws IOException {
        ask(call);
    }

    @Override
    public final int list() throws IOException {
        ask(list);
        return -1;
    }
}
