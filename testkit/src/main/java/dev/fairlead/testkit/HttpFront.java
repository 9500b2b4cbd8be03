package dev.fairlead.testkit;

import dev.fairlead.testkit.http.Faults;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.HttpServer;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A {@link FakeServer} on HTTP: Streamable HTTP of both eras at {@link #url}, the old pair of URLs at {@link #sseUrl}.
 *
 * <p>What clients do wrong is among the complaints of the server. How the front behaves can be changed at any time.
 */
public final class HttpFront implements AutoCloseable {
    private final HttpManners manners = new HttpManners();
    private final HttpEndpoint endpoint;
    private final SseEndpoint sse;
    private final HttpServer http;
    private volatile HttpHandler outermost = this::serve;

    private HttpFront(FakeServer server, int port) {
        endpoint = new HttpEndpoint(server, manners);
        sse = new SseEndpoint(server, manners);
        http = HttpServer.start(port, exchange -> outermost.handle(exchange));
    }

    /** Serves on a free port of this machine, at once. */
    public static HttpFront serving(FakeServer server) {
        return serving(server, 0);
    }

    /** Serves on this port of this machine, at once. */
    public static HttpFront serving(FakeServer server, int port) {
        return new HttpFront(server, port);
    }

    private void serve(HttpExchange exchange) throws IOException, InterruptedException {
        switch (exchange.request().path()) {
            case "/mcp" -> endpoint.handle(exchange);
            case "/sse" -> sse.stream(exchange);
            case SseEndpoint.MESSAGES -> sse.message(exchange);
            default -> exchange.answer(404);
        }
    }

    /** Returns the address for Streamable HTTP. */
    public String url() {
        return http.origin() + "/mcp";
    }

    /** Returns the address for HTTP+SSE. */
    public String sseUrl() {
        return http.origin() + "/sse";
    }

    /** Puts something in front of all that is served here, in place of what stood there before. */
    public HttpFront behind(UnaryOperator<HttpHandler> wall) {
        outermost = wall.apply(this::serve);
        return this;
    }

    /** Answers in this form; JSON unless said otherwise. */
    public HttpFront answers(Answers form) {
        manners.answers = form;
        return this;
    }

    /** Gives clients of the legacy era sessions, as is usual, or none. */
    public HttpFront sessions(boolean wanted) {
        manners.sessions = wanted;
        return this;
    }

    /** Numbers events, in sessions that begin from now on, so that a broken stream can be continued. */
    public HttpFront resumable() {
        manners.resumable = true;
        return this;
    }

    /** Says how long to wait before continuing a stream. */
    public HttpFront retry(Duration pause) {
        manners.retry = pause;
        return this;
    }

    /** Ends the stream of every POST right after its beginning (2025-11-25), so that clients come back for the rest. */
    public HttpFront polling(Duration pause) {
        manners.polling = true;
        return resumable().retry(pause);
    }

    /** Offers a stream for what belongs to no request, as is usual, or answers 405. */
    public HttpFront getStream(boolean offered) {
        manners.getStream = offered;
        return this;
    }

    /** Lets clients end their sessions, as is usual, or answers 405. */
    public HttpFront deletable(boolean allowed) {
        manners.deletable = allowed;
        return this;
    }

    /** Says what belongs to one POST together, in a batch, to clients of 2025-03-26. */
    public HttpFront batches() {
        manners.batches = true;
        return this;
    }

    /** Sends clients of HTTP+SSE to another address. */
    public HttpFront endpoint(String uri) {
        manners.endpoint = uri;
        return this;
    }

    /** Returns the rules of what goes wrong. */
    public Faults faults() {
        return http.faults();
    }

    /** Returns the HTTP server underneath. */
    public HttpServer http() {
        return http;
    }

    /** Lists every HTTP request so far, oldest first. */
    public List<RecordedRequest> requests() {
        return http.requests();
    }

    /** Returns the first request of this kind, waiting for it; throws {@link AssertionError} if none comes. */
    public RecordedRequest awaitRequest(Predicate<RecordedRequest> wanted, Duration limit) throws InterruptedException {
        return http.awaitRequest(wanted, limit);
    }

    /** Returns how many sessions there are, those of HTTP+SSE included. */
    public int sessions() {
        return endpoint.sessions().size() + sse.size();
    }

    /** Forgets every session of Streamable HTTP; what is being worked on is still answered. */
    public void forgetSessions() {
        endpoint.sessions().forget();
    }

    /** Breaks every open stream off with a reset; those of HTTP+SSE were sessions, which nobody knows any more then. */
    public void dropStreams() {
        http.cutStreams(true);
        sse.forget();
    }

    /** Ends every open stream in good order, whether its answer has come or not, and the sessions of HTTP+SSE. */
    public void endStreams() {
        http.endStreams();
        sse.forget();
    }

    /** Returns how many connections are open. */
    public int openConnections() {
        return http.openConnections();
    }

    /** Returns how many streams of events are open. */
    public int openStreams() {
        return http.openStreams();
    }

    /** Goes down: connections are reset, connecting is refused, sessions are lost. */
    public void stop() {
        http.stop();
        endpoint.sessions().close();
        sse.close();
    }

    /** Comes up again on the same port. */
    public void start() {
        http.start();
    }

    /** Goes down and comes up again, on the same port. */
    public void restart() {
        stop();
        start();
    }

    /** Ends everything. */
    @Override
    public void close() {
        stop();
    }
}
