package dev.fairlead.wire.http;

import static java.util.Objects.requireNonNull;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** One request, over redirects within its origin and stale connections, until its answer is taken or it is given up. */
final class Fetching {
    static final int MAX_BYTES = 1 << 20;

    private static final int MAX_REDIRECTS = 3;
    private static final int WORTH_READING = 64 << 10;
    // The pool may hold several connections that the server has left meanwhile.
    private static final int MAX_STALE = 64;

    private final OkHttpClient client;
    private final AddressPolicy policy;
    private final String method;
    private final Headers headers;
    private final @Nullable RequestBody body;
    private volatile boolean begun;
    private volatile boolean givenUp;
    private volatile @Nullable Call call;

    Fetching(OkHttpClient client, AddressPolicy policy, String method, Headers headers, @Nullable RequestBody body) {
        this.client = client;
        this.policy = policy;
        this.method = method;
        this.headers = headers.get("Accept").isPresent() ? headers : headers.with("Accept", "application/json");
        this.body = body;
    }

    /** Notes that a request is about to be written, unless that is no longer wanted. */
    static Response witness(Interceptor.Chain chain) throws IOException {
        var fetching = chain.request().tag(Fetching.class);
        if (fetching != null) {
            fetching.begun = true;
            if (fetching.givenUp) {
                throw new IOException("given up"); // Whoever asked before this whether it was sent was told no.
            }
        }
        return chain.proceed(chain.request());
    }

    /** Sends the request to an address that was checked, and waits for the whole answer. */
    Fetched fetch(HttpUrl url, Deadline deadline) throws FetchException, InterruptedException {
        return await(new FutureTask<>(() -> whole(url)), url, deadline, FetchTrouble.NOT_WHOLE);
    }

    /** Sends the request to an address that was checked, and waits until the answer begins, which must be closed. */
    StreamedAnswer begin(HttpUrl url, int maxPieceBytes, Deadline deadline)
            throws FetchException, InterruptedException {
        var work = new FutureTask<>(() -> opened(url, maxPieceBytes)) {
            @Override
            protected void set(StreamedAnswer answer) {
                super.set(answer);
                if (isCancelled()) {
                    answer.close(); // It began when nobody waited for it any more.
                }
            }
        };
        return await(work, url, deadline, FetchTrouble.NOT_BEGUN);
    }

    private <T> T await(FutureTask<T> work, HttpUrl url, Deadline deadline, String late)
            throws FetchException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (deadline.passed()) {
            throw FetchTrouble.tooSlow(method, url, late, false);
        }
        // On a thread of its own, because nothing ends a wait for the resolver.
        Thread.ofVirtual().name("fairlead-fetch-" + url.host()).start(work);
        try {
            return work.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            giveUp(work);
            throw FetchTrouble.tooSlow(method, url, late, begun);
        } catch (InterruptedException stopped) {
            giveUp(work);
            throw stopped;
        } catch (ExecutionException failed) {
            throw FetchTrouble.of(method, url, failed.getCause(), begun, cutByOthers());
        }
    }

    private void giveUp(FutureTask<?> work) {
        givenUp = true; // Before looking for the call, as a call looks here once it can be found.
        cutOff();
        boolean inTime = work.cancel(false);
        if (!inTime && work.state() == Future.State.SUCCESS && work.resultNow() instanceof StreamedAnswer unread) {
            unread.close();
        }
    }

    private Fetched whole(HttpUrl url) throws IOException {
        try (var response = follow(url)) {
            return read(response, response.request().url());
        }
    }

    private StreamedAnswer opened(HttpUrl url, int maxPieceBytes) throws IOException {
        var response = follow(url);
        refuseEncoded(response, response.request().url());
        return new StreamedAnswer(requireNonNull(call), method, response, maxPieceBytes);
    }

    /** Returns the answer that is no redirect; it must be closed. */
    private Response follow(HttpUrl url) throws IOException {
        var place = url;
        for (int hop = 0; ; hop++) {
            var response = send(place);
            var target = target(response, place);
            if (target == null) {
                return response;
            }
            if (hop == MAX_REDIRECTS) {
                throw FetchTrouble.redirected(
                        method, place, "it redirects more than %s times".formatted(MAX_REDIRECTS));
            }
            place = target;
        }
    }

    private Response send(HttpUrl url) throws IOException {
        var request = new Request.Builder().url(url).method(method, body).tag(Fetching.class, this);
        headers.values().forEach(request::header);
        for (int stale = 0; ; stale++) {
            var next = client.newCall(request.build());
            call = next;
            if (givenUp) {
                throw new IOException("given up");
            }
            try {
                return next.execute();
            } catch (StaleConnectionException left) {
                // Nothing was sent, so that trying another connection repeats nothing.
                if (stale == MAX_STALE) {
                    throw left;
                }
            }
        }
    }

    /** Returns where a response sends us on, if it does and we may go; then the response is closed. */
    private @Nullable HttpUrl target(Response response, HttpUrl url) throws FetchException {
        if (!redirects(response)) {
            return null;
        }
        discard(response);
        if (body != null) {
            throw FetchTrouble.redirected(
                    method, url, "it redirects what was posted (HTTP %s)".formatted(response.code()));
        }
        var location = response.header("Location");
        var target = location == null ? null : url.resolve(location);
        if (target == null) {
            throw FetchTrouble.redirected(method, url, "it redirects to something that is not an address");
        }
        boolean sameOrigin =
                target.scheme().equals(url.scheme()) && target.host().equals(url.host()) && target.port() == url.port();
        if (!sameOrigin) {
            throw FetchTrouble.redirected(
                    method,
                    url,
                    "it redirects to another origin, %s://%s".formatted(target.scheme(), Hosts.shown(target)));
        }
        policy.check(target);
        return target;
    }

    private boolean redirects(Response response) {
        return switch (response.code()) {
            case 301, 302, 303, 307, 308 -> true;
            default -> body != null && response.code() / 100 == 3;
        };
    }

    private void refuseEncoded(Response response, HttpUrl url) throws FetchException {
        // What we asked for was undone by the engine, which then took the header away.
        if (!Answered.isPlain(response)) {
            discard(response);
            throw FetchTrouble.badAnswer(method, url, "its answer is compressed in a way that was not asked for", null);
        }
    }

    private Fetched read(Response response, HttpUrl url) throws FetchException {
        refuseEncoded(response, url);
        try {
            var source = response.body().source();
            if (response.body().contentLength() > MAX_BYTES || source.request(MAX_BYTES + 1L)) {
                cutOff();
                throw FetchTrouble.tooLarge(method, url, "its answer", MAX_BYTES);
            }
            return new Fetched(response.code(), Answered.headers(response), source.readByteArray());
        } catch (FetchException understood) {
            throw understood;
        } catch (IOException broken) {
            throw FetchTrouble.inBody(method, url, broken, cutByOthers());
        }
    }

    /** Closes a response that nobody reads; a long rest is cut off instead of being read for the sake of the connection. */
    private void discard(Response response) {
        long length = response.body().contentLength();
        if (length < 0 || length > WORTH_READING) {
            cutOff();
        }
        response.close();
    }

    private void cutOff() {
        var current = call;
        if (current != null) {
            current.cancel();
        }
    }

    /** Tells whether the call was ended by the closing of the engine. */
    private boolean cutByOthers() {
        var current = call;
        return current != null && current.isCanceled() && !givenUp;
    }
}
