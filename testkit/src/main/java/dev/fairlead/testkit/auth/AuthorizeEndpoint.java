package dev.fairlead.testkit.auth;

import dev.fairlead.testkit.http.HttpExchange;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Asks people, or does not, and sends them back with a code. */
final class AuthorizeEndpoint {
    private static final String SESSION = "auth_session";

    private final AuthDesk desk;
    private final Set<String> states = ConcurrentHashMap.newKeySet();
    private final Set<String> challenges = ConcurrentHashMap.newKeySet();
    private final Map<String, Form> waiting = new ConcurrentHashMap<>();

    AuthorizeEndpoint(AuthDesk desk) {
        this.desk = desk;
    }

    void authorize(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        desk.record(AuthEvent.Kind.AUTHORIZE, request.path(), request);
        var asked = Form.parse(request.query());
        var client = desk.clients().find(asked.value("client_id"));
        var uri = asked.value("redirect_uri");
        if (client == null || uri == null) {
            Documents.html(exchange, 400, "<p>This application is not known here.</p>");
            return;
        }
        if (desk.lint().add(!client.redirectsTo(uri), "redirect-uri-unregistered")) {
            Documents.html(exchange, 400, "<p>This application does not live there.</p>");
            return;
        }
        var refused = check(asked);
        if (refused != null) {
            back(exchange, asked, Map.of("error", refused));
        } else if (desk.manners().login != null) {
            ask(exchange, asked);
        } else {
            finish(exchange, asked, "alice");
        }
    }

    /** Lists what is wrong with a request; returns the error to send back, null if it may go on. */
    private @Nullable String check(Form asked) {
        var lint = desk.lint();
        boolean bad = lint.add(!"code".equals(asked.value("response_type")), "response-type");
        bad |= lint.add(asked.repeats(), "parameter-repeated");
        lint.add(asked.has("client_secret"), "secret-in-url");
        var state = asked.value("state");
        if (!lint.add(state == null, "state-missing") && state != null) {
            lint.add(state.length() < 16, "state-short");
            lint.add(!states.add(state), "state-reused");
        }
        var challenge = asked.value("code_challenge");
        if (challenge == null) {
            lint.add("no-pkce");
            bad = true;
        } else {
            bad |= lint.add(!"S256".equals(asked.value("code_challenge_method")), "pkce-not-s256");
            bad |= lint.add(!challenge.matches("[A-Za-z0-9_-]{43}"), "challenge-malformed");
            lint.add(!challenges.add(challenge), "challenge-reused");
        }
        var supported = desk.manners().scopes;
        lint.add(asked.scopes().contains("offline_access") && !supported.contains("offline_access"), "offline-access");
        if (bad) {
            return "invalid_request";
        }
        return desk.resourceProblem(asked.value("resource")) == null ? null : "invalid_target";
    }

    private void ask(HttpExchange exchange, Form asked) throws IOException {
        var ticket = desk.ledger().name("ticket");
        waiting.put(ticket, asked);
        exchange.impose("Set-Cookie", SESSION + "=" + ticket + "; Path=/; HttpOnly");
        page(exchange, ticket, "Log in");
    }

    private void page(HttpExchange exchange, String ticket, String title) throws IOException {
        Documents.html(
                exchange,
                200,
                "<h1>" + Documents.escaped(title) + "</h1><form method=\"post\" action=\""
                        + Documents.escaped(desk.issuer() + "/login?from=page&lang=en")
                        + "\"><input type=\"hidden\" name=\"ticket\" value=\"" + Documents.escaped(ticket)
                        + "\"><input type=\"text\" name=\"user\"><input type=\"password\" name=\"password\">"
                        + "<button type=\"submit\">Go</button></form>");
    }

    void login(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        desk.record(AuthEvent.Kind.LOGIN, request.path(), request);
        var given = Form.parse(request.body());
        var ticket = given.value("ticket");
        var asked = ticket == null ? null : waiting.get(ticket);
        boolean session = request.header("Cookie").orElse("").contains(SESSION + "=" + ticket);
        if (ticket == null || asked == null || !session) {
            Documents.html(exchange, 400, "<p>This page has expired.</p>");
            return;
        }
        var expected = desk.manners().login;
        if (expected != null
                && !(expected.user().equals(given.value("user"))
                        && expected.password().equals(given.value("password")))) {
            page(exchange, ticket, "That was wrong. Log in");
            return;
        }
        waiting.remove(ticket);
        finish(exchange, asked, expected == null ? "alice" : expected.user());
    }

    private void finish(HttpExchange exchange, Form asked, String subject) throws IOException {
        var denial = desk.manners().denial;
        if (denial != null) {
            back(exchange, asked, Map.of("error", denial.error(), "error_description", denial.description()));
            return;
        }
        if (desk.lying().tells(Lie.ERROR_XSS)) {
            var markup = "\"><script>document.title='owned'</script><img src=x onerror=alert(1)>\u001b[31m";
            back(exchange, asked, Map.of("error", "<b>access_denied</b>", "error_description", markup));
            return;
        }
        var scopes = desk.manners().granting.apply(new LinkedHashSet<>(asked.scopes()));
        var grant = new Ledger.Grant(
                subject, text(asked, "client_id"), asked.value("resource"), scopes, asked.value("dpop_jkt"));
        var expires = desk.now().plus(desk.manners().codeLifetime);
        var code = desk.ledger().code(grant, text(asked, "redirect_uri"), asked.value("code_challenge"), expires);
        back(exchange, asked, Map.of("code", code));
    }

    private static String text(Form form, String name) {
        var value = form.value(name);
        return value == null ? "" : value;
    }

    private void back(HttpExchange exchange, Form asked, Map<String, String> answer) throws IOException {
        var lying = desk.lying();
        var parameters = new LinkedHashMap<>(answer);
        var state = asked.value("state");
        if (state != null && !lying.tells(Lie.STATE_MISSING)) {
            parameters.put("state", lying.tells(Lie.STATE_WRONG) ? "somebody-elses-state" : state);
        }
        if (desk.manners().issuerParameter && !lying.tells(Lie.ISS_MISSING)) {
            parameters.put("iss", desk.issuer() + (lying.tells(Lie.ISS_TRAILING_SLASH) ? "/" : ""));
        }
        if (lying.tells(Lie.ISS_WRONG)) {
            parameters.put("iss", "https://honest.example");
        }
        var uri = text(asked, "redirect_uri");
        if (lying.tells(Lie.STATE_DOUBLED)) {
            var other = Map.of("state", "somebody-elses-state");
            Documents.redirect(
                    exchange,
                    302,
                    lying.variant() == 0
                            ? Form.extend(Form.extend(uri, parameters), other)
                            : Form.extend(Form.extend(uri, other), parameters));
            return;
        }
        Documents.redirect(exchange, 302, Form.extend(uri, parameters));
    }
}
