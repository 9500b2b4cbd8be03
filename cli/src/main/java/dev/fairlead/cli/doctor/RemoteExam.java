package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.Target;
import dev.fairlead.cli.frame.Url;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.ShellWord;
import dev.fairlead.protocol.error.AuthorizationException;
import dev.fairlead.protocol.error.AuthorizationRequiredException;
import dev.fairlead.protocol.error.HttpStatusException;
import dev.fairlead.protocol.error.LoginFailedException;
import dev.fairlead.protocol.error.TokenRejectedException;
import dev.fairlead.protocol.error.UnavailableException;
import dev.fairlead.protocol.error.UnsupportedFeatureException;
import dev.fairlead.protocol.error.VersionException;
import dev.fairlead.wire.http.HttpTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Looks at a server that has a URL. */
final class RemoteExam {
    private static final String ENDPOINT = "endpoint";
    private static final String LOGIN = "login";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Pattern SECRET_END = Pattern.compile("[?#].*", Pattern.DOTALL);
    private static final String PLAIN = "/%-._~!$&'()*+,;=:@";
    private static final int FORBIDDEN = 403;
    private static final int PROXY_LOGIN = 407;
    private static final int REDIRECTS = 300;
    private static final int CLIENT_ERRORS = 400;
    private static final int SERVER_ERRORS = 500;

    private final Visit visit;
    private final Chart chart;
    private final Target target;
    private final HttpTransport transport;
    private final Duration patience;

    RemoteExam(Visit visit, Chart chart, Target target, HttpTransport transport) {
        this.visit = visit;
        this.chart = chart;
        this.target = target;
        this.transport = transport;
        var typed = visit.timeout();
        this.patience = typed != null && typed.compareTo(PATIENCE) < 0 ? typed : PATIENCE;
    }

    void examine() {
        var route = Route.to(bare(), visit.surroundings().environment());
        var probe = new Probe(route, patience);
        var address = new AddressExam(route, probe);
        chart.add(address.proxy());
        if (chart.cause().isEmpty()) {
            chart.add(address.name());
        }
        if (chart.cause().isEmpty()) {
            chart.add(address.connection());
        }
        if (chart.cause().isEmpty()) {
            try (var meeting = Meeting.with(visit, target)) {
                meet(meeting, route, probe, address);
            }
        }
        chart.skip(ServerExam.without(
                List.of(AddressExam.NAME, AddressExam.CONNECTION, TlsExam.TLS, ENDPOINT, LOGIN), chart));
    }

    /** Returns the address without what may be secret, and in a form that every reader of URLs takes. */
    private URI bare() {
        var origin = transport.elsewhere("/").url();
        var url = SECRET_END.matcher(transport.url()).replaceFirst("");
        int authority = url.indexOf("://") + 3;
        int path = url.indexOf('/', authority);
        var rest = path < 0 ? "/" : url.substring(path);
        var encoded = new StringBuilder();
        for (byte one : rest.getBytes(StandardCharsets.UTF_8)) {
            if (PLAIN.indexOf(one) >= 0 || (one > 0 && Character.isLetterOrDigit(one))) {
                encoded.append((char) one);
            } else {
                encoded.append("%%%02X".formatted(one & 0xFF));
            }
        }
        return URI.create(origin.substring(0, origin.length() - 1) + encoded);
    }

    private void meet(Meeting meeting, Route route, Probe probe, AddressExam address) {
        var tls = meeting.problem(SSLException.class);
        chart.add(new TlsExam(route, probe).explain(tls.orElse(null)));
        if (tls.isPresent()) {
            return;
        }
        meeting.problem().ifPresent(problem -> explain(meeting, problem, route, probe, address));
        meeting.client().ifPresent(client -> {
            chart.add(Check.ok(ENDPOINT, "a server of MCP answers at " + route.path()));
            chart.add(Check.ok(
                    LOGIN, target.tokens() != null && target.tokens().account().isPresent() ? "logged in" : "let in"));
            new ServiceExam(client, chart, visit).examine();
            chart.add(ClockExam.check(probe));
        });
    }

    private void explain(Meeting meeting, RuntimeException problem, Route route, Probe probe, AddressExam address) {
        var stranger = meeting.problem(AuthorizationException.class);
        var status = meeting.problem(HttpStatusException.class);
        if (stranger.isPresent()) {
            chart.add(Check.ok(ENDPOINT, "somebody answers at " + route.path()));
            chart.add(login(stranger.get()));
        } else if (problem instanceof VersionException || problem instanceof UnsupportedFeatureException) {
            chart.add(Check.ok(ENDPOINT, "a server of MCP answers at " + route.path()));
            chart.add(Check.ok(LOGIN, "let in"));
            chart.add(Handshake.failed(visit, problem));
        } else if (status.isPresent() && status.get().status() == PROXY_LOGIN && route.proxied()) {
            chart.add(address.loginWanted());
        } else if (status.isPresent()) {
            chart.add(answered(status.get(), problem, route));
        } else {
            chart.add(unspoken(meeting, problem, route, probe));
        }
    }

    private Check answered(HttpStatusException status, RuntimeException problem, Route route) {
        var judged = visit.judgeOpening(problem);
        int code = status.status();
        if (code >= REDIRECTS && code < CLIENT_ERRORS) {
            return Check.failed(
                    ENDPOINT,
                    "the server sends us elsewhere (HTTP %s): %s".formatted(code, status.detail()),
                    "use the URL that it names, if you trust who runs it; credentials are not taken along",
                    judged);
        }
        if (code >= SERVER_ERRORS) {
            return Check.failed(
                    ENDPOINT,
                    "the server has a problem of its own (HTTP %s%s)"
                            .formatted(code, status.detail().isEmpty() ? "" : ", " + status.detail()),
                    "see its log, or try again later",
                    judged);
        }
        return nothingThere("HTTP " + code, judged, route);
    }

    private Check nothingThere(String answer, dev.fairlead.cli.frame.Failure judged, Route route) {
        var found = new EndpointSearch(transport, patience).find(route.path());
        var remedy = found.map(url -> "a server of MCP answers at %s: use that URL".formatted(Url.shown(url)))
                .orElseGet(() -> speaksTls(route)
                        ? "that port speaks TLS: begin the URL with https://"
                        : "correct the path of the URL: no server of MCP answers at the usual ones (/mcp,"
                                + " /sse) either");
        return Check.failed(
                ENDPOINT,
                "there is no MCP endpoint at %s (%s); Streamable HTTP and HTTP+SSE were tried"
                        .formatted(route.path(), answer),
                remedy,
                judged);
    }

    private boolean speaksTls(Route route) {
        if (route.secure() || route.proxied()) {
            return false;
        }
        try {
            var secure = new Route(route.host(), route.port(), true, route.path(), route.proxy(), null);
            return !new Probe(secure, patience).certificates().isEmpty();
        } catch (IOException plain) {
            return false;
        }
    }

    /** What answers with something else than a status of HTTP is mostly a web site, or a port of something else. */
    private Check unspoken(Meeting meeting, RuntimeException problem, Route route, Probe probe) {
        var judged = visit.judgeOpening(problem);
        if (judged.exitCode() == ExitCode.INTERRUPTED) {
            throw problem;
        }
        if (speaksTls(route)) {
            return Check.failed(
                    ENDPOINT,
                    "that port speaks TLS, and the URL begins with http://",
                    "begin it with https://",
                    judged);
        }
        if (isPage(probe)) {
            return nothingThere("a page for browsers", judged, route);
        }
        return meeting.problem(UnavailableException.class).isPresent()
                ? Check.failed(ENDPOINT, judged.message(), "see whether the server is healthy, and try again", judged)
                : Handshake.failed(visit, problem);
    }

    private static boolean isPage(Probe probe) {
        try {
            return probe.head().header("content-type").startsWith("text/html");
        } catch (IOException silent) {
            return false;
        }
    }

    private Check login(AuthorizationException stranger) {
        var judged = visit.judgeOpening(stranger);
        int code = stranger.challenge().status();
        var command = ShellWord.command("fairlead login " + target.typed());
        return switch (stranger) {
            case AuthorizationRequiredException login ->
                Check.failed(
                        LOGIN,
                        "the server wants to know who is asking (HTTP %s); its discovery documents name %s, which grants access"
                                .formatted(code, Url.shown(login.pending().issuer())),
                        "log in with %s".formatted(command),
                        judged);
            case TokenRejectedException rejected ->
                Check.failed(
                        LOGIN,
                        "the server refuses the token that is kept for it (HTTP %s)".formatted(code),
                        "log in again: %s, then %s"
                                .formatted(ShellWord.command("fairlead logout " + target.typed()), command),
                        judged);
            case LoginFailedException failed ->
                Check.failed(
                        LOGIN,
                        "the server wants to know who is asking (HTTP %s), and how to log in was not found out: %s"
                                .formatted(code, failed.why()),
                        "pass a token with --header 'Authorization: Bearer TOKEN', or ask whoever runs the server",
                        judged);
            default ->
                Check.failed(
                        LOGIN,
                        code == FORBIDDEN
                                ? "the server knows who is asking, and forbids it (HTTP 403)"
                                : "the server refuses who is asking (HTTP %s)".formatted(code),
                        code == FORBIDDEN
                                ? "ask whoever runs the server for access, or log in as somebody else with %s"
                                        .formatted(command)
                                : "pass another token with --header 'Authorization: Bearer TOKEN', or drop the one"
                                        + " that is"
                                        + " configured and run %s".formatted(command),
                        judged);
        };
    }
}
