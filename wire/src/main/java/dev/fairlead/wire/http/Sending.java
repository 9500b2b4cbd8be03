package dev.fairlead.wire.http;

import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** One HTTP request on its way, over redirects and stale connections, until it is answered or given up. */
final class Sending {
    private static final MediaType JSON = MediaType.get("application/json");
    private static final int WORTH_READING = 64 << 10;
    private static final int MAX_REDIRECTS = 5;
    // The pool may hold several connections that the server has left meanwhile.
    private static final int MAX_STALE = 64;

    private final Endpoint endpoint;
    private final Deadline patience;
    private final boolean hurried;
    private final Runnable whenWritten;
    private volatile boolean begun;
    private volatile boolean written;
    private volatile boolean cancelled;
    private volatile @Nullable Call call;

    /**
     * Sends nothing yet.
     *
     * @param patience how long the server may be asked what authorization it wants
     */
    Sending(Endpoint endpoint, Deadline patience) {
        this(endpoint, patience, false, () -> {});
    }

    /**
     * Sends nothing yet.
     *
     * @param patience how long the server may be asked what authorization it wants
     * @param whenWritten hears, on the thread that sends, each time that all of the message has been written
     */
    Sending(Endpoint endpoint, Deadline patience, Runnable whenWritten) {
        this(endpoint, patience, false, whenWritten);
    }

    /**
     * Sends nothing yet.
     *
     * @param hurried whether the thread that sends cannot wait for a new connection
     */
    Sending(Endpoint endpoint, Deadline patience, boolean hurried) {
        this(endpoint, patience, hurried, () -> {});
    }

    private Sending(Endpoint endpoint, Deadline patience, boolean hurried, Runnable whenWritten) {
        this.endpoint = endpoint;
        this.patience = patience;
        this.hurried = hurried;
        this.whenWritten = whenWritten;
    }

    /** Posts a message. The response must be closed. */
    Response post(byte[] json, Headers headers) throws IOException {
        return follow("POST", json, headers);
    }

    /** Opens a stream of events. The response must be closed. */
    Response listen(Headers headers) throws IOException {
        // Compressing a stream delays its pieces, and lets a server have us unpack a thousand times what it sends.
        return follow(
                "GET",
                null,
                headers.with("Accept", "text/event-stream")
                        .with("Accept-Encoding", "identity")
                        .with("Cache-Control", "no-store"));
    }

    /** Asks to forget what the headers name. The response must be closed. */
    Response delete(Headers headers) throws IOException {
        return follow("DELETE", null, headers);
    }

    /** Tells whether the server may have seen the message. */
    boolean begun() {
        return begun;
    }

    /** Tells whether all of the message has been written, so that the server alone is to blame for what is missing. */
    boolean written() {
        return written;
    }

    /** Makes sure that what has not been sent yet never will be. */
    void forbid() {
        cancelled = true;
    }

    /** Gives up, from any thread, and for good. */
    void cancel() {
        forbid();
        var current = call;
        if (current != null) {
            current.cancel();
        }
    }

    /** Closes a response that nobody reads; a long rest is cut off instead of being read for the sake of the connection. */
    void discard(Response response) {
        long length = response.body().contentLength();
        if (length < 0 || length > WORTH_READING) {
            cancel();
        }
        response.close();
    }

    private Response follow(String method, byte @Nullable [] json, Headers headers) throws IOException {
        var admission = new Admission(endpoint, headers, patience);
        var url = endpoint.url();
        for (int hop = 0; ; hop++) {
            var response = admitted(admission, url, method, json, headers);
            var target = target(response);
            if (target == null) {
                return response;
            }
            response.close();
            if (!endpoint.sameOrigin(target)) {
                throw redirected(
                        response.code(),
                        "it redirects to another origin, %s://%s:%s, which is not followed; use that URL if it is right"
                                .formatted(target.scheme(), target.host(), target.port()));
            }
            if (hop == MAX_REDIRECTS) {
                throw redirected(response.code(), "it redirects more than %s times".formatted(MAX_REDIRECTS));
            }
            url = target;
        }
    }

    /** Sends a request until it is let in, or nothing more can be done for that. */
    private Response admitted(Admission admission, HttpUrl url, String method, byte @Nullable [] json, Headers headers)
            throws IOException {
        while (true) {
            var shown = admission.show(method, url.toString());
            var response = watched(request(url, method, json, headers.with(shown.headers())), json);
            boolean decided = false;
            try {
                boolean again = admission.again(response, shown);
                decided = true;
                if (!again) {
                    return response;
                }
                begun = false; // What was turned away was not carried out.
                written = false;
            } finally {
                if (!decided) {
                    response.close();
                }
            }
            response.close();
        }
    }

    /** Returns where a response sends us on, if it does; a POST stays a POST, as nothing else makes sense here. */
    private @Nullable HttpUrl target(Response response) throws IOException {
        boolean redirect = switch (response.code()) {
            case 301, 302, 307, 308 -> true;
            default -> false;
        };
        var location = redirect ? response.header("Location") : null;
        if (location == null) {
            return null;
        }
        var target = response.request().url().resolve(location);
        if (target == null) {
            response.close();
            throw redirected(response.code(), "it redirects to something that is no HTTP URL");
        }
        return target;
    }

    private static Failed redirected(int status, String detail) {
        return new Failed((attempted, server, maybeExecuted) ->
                new HttpStatusException(attempted, server, status, detail, false));
    }

    private Request request(HttpUrl url, String method, byte @Nullable [] json, Headers headers) {
        var own = endpoint.own();
        return new Request.Builder()
                .url(url)
                .headers(json == null ? own.of(headers) : own.ofPost(headers))
                .method(method, json == null ? null : new Body(json))
                .build();
    }

    private Response watched(Request request, byte @Nullable [] json) throws IOException {
        if (endpoint.watcher().equals(HttpWatcher.NONE)) {
            return send(request);
        }
        var at = Instant.now();
        long began = System.nanoTime();
        try {
            var response = send(request);
            hear(request, json, at, began, response, null);
            return response;
        } catch (Offhand.UnconnectedException elsewhere) {
            throw elsewhere; // Another thread sends it, and is heard then.
        } catch (IOException failure) {
            hear(request, json, at, began, null, Reasons.of(failure));
            throw failure;
        }
    }

    private void hear(
            Request request,
            byte @Nullable [] json,
            Instant at,
            long began,
            @Nullable Response response,
            @Nullable String trouble) {
        var sent = Headers.NONE;
        for (var header : request.headers()) {
            sent = sent.with(header.getFirst(), header.getSecond());
        }
        var answer = new ArrayList<Map.Entry<String, String>>();
        if (response != null) {
            response.headers().forEach(header -> answer.add(Map.entry(header.getFirst(), header.getSecond())));
        }
        endpoint.watcher()
                .heard(new HttpWatcher.Heard(
                        at,
                        request.method(),
                        request.url().toString(),
                        sent,
                        json,
                        response == null ? 0 : response.code(),
                        answer,
                        Duration.ofNanos(System.nanoTime() - began),
                        trouble));
    }

    private Response send(Request request) throws IOException {
        for (int stale = 0; ; stale++) {
            var next = endpoint.engine().client(request.url()).newCall(request);
            call = next;
            if (cancelled) {
                throw new IOException("given up");
            }
            try {
                return hurried ? Offhand.make(next::execute) : next.execute();
            } catch (StaleConnectionException left) {
                // Nothing was sent, so that trying another connection repeats nothing.
                if (stale == MAX_STALE) {
                    throw left;
                }
            }
        }
    }

    /** A message that is written at most once: the engine must not repeat by itself what may have been carried out. */
    private final class Body extends RequestBody {
        private final byte[] json;

        Body(byte[] json) {
            this.json = json;
        }

        @Override
        public MediaType contentType() {
            return JSON;
        }

        @Override
        public long contentLength() {
            return json.length;
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            begun = true;
            if (cancelled) {
                throw new IOException("given up"); // Whoever asked before this whether it was sent was told no.
            }
            sink.write(json);
            written = true;
            whenWritten.run();
        }
    }
}
