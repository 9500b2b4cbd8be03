package dev.fairlead.testkit.auth;

import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.testkit.auth.Grants.Decision;
import dev.fairlead.testkit.http.Fault;
import dev.fairlead.testkit.http.HttpExchange;
import dev.fairlead.testkit.http.HttpHandler;
import dev.fairlead.testkit.http.RecordedRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Gives tokens to those who may have them, and takes them back. */
final class TokenEndpoint {
    private final AuthDesk desk;
    private final Grants grants;

    TokenEndpoint(AuthDesk desk, Grants grants) {
        this.desk = desk;
        this.grants = grants;
    }

    void token(HttpExchange exchange) throws IOException, InterruptedException {
        var request = exchange.request();
        var form = Form.parse(request.body());
        var type = form.value("grant_type");
        desk.record(AuthEvent.Kind.TOKEN, type == null ? "" : type, request);
        var lying = desk.lying();
        HttpHandler honest = heard -> answer(heard, form);
        boolean refreshing = "refresh_token".equals(type);
        if (lying.tells(Lie.TOKEN_REDIRECT)) {
            Documents.redirect(exchange, 307, lying.elsewhere());
        } else if (lying.tells(Lie.TOKEN_HTML)) {
            Documents.html(exchange, 200, "<p>Please enable <b>cookies</b>.</p>");
        } else if (lying.tells(Lie.TOKEN_SLOW)) {
            var slow = lying.variant() == 0 ? Fault.stall() : Fault.drip(Duration.ofMillis(200));
            slow.strike(exchange, honest);
        } else if (refreshing && lying.tells(Lie.REFRESH_500)) {
            exchange.answer(500);
        } else if (refreshing && lying.tells(Lie.REFRESH_DROP)) {
            Fault.resetAfterExecuting().strike(exchange, honest);
        } else {
            honest.handle(exchange);
        }
    }

    private void answer(HttpExchange exchange, Form form) throws IOException {
        var request = exchange.request();
        try {
            check(request, form);
            var client = Grants.anonymous(form) ? null : desk.clients().authenticated(request, form);
            var key = key(request);
            if (Grants.EXCHANGE.equals(form.value("grant_type")) && client != null) {
                Documents.json(exchange, 200, grants.exchange(form, client).toString());
                return;
            }
            var response = issued(decide(form, client, key), form);
            if (desk.dpop().nonceWanted()) {
                exchange.impose("DPoP-Nonce", desk.dpop().nonce());
            }
            boolean evil = desk.lying().tells(Lie.TOKEN_EVIL);
            Documents.json(
                    exchange, 200, evil ? EvilTokens.response(desk.lying().variant(), response) : response.toString());
        } catch (OAuthRefusal refused) {
            if (refused.error.equals("use_dpop_nonce")) {
                exchange.impose("DPoP-Nonce", desk.dpop().nonce());
            }
            AuthDesk.refuse(exchange, refused);
        }
    }

    private void check(RecordedRequest request, Form form) throws OAuthRefusal {
        var lint = desk.lint();
        lint.add(!request.query().isEmpty(), "secret-in-url");
        lint.add(form.repeats(), "parameter-repeated");
        var type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (lint.add(!type.startsWith("application/x-www-form-urlencoded"), "token-request-not-form")) {
            throw OAuthRefusal.of("invalid_request", "not a form");
        }
        if (!request.method().equals("POST")) {
            throw new OAuthRefusal(405, "invalid_request", "not a POST");
        }
    }

    private @Nullable String key(RecordedRequest request) throws OAuthRefusal {
        var dpop = desk.manners().dpop;
        if (dpop == Dpop.OFF || (dpop == Dpop.ALLOWED && !request.has("DPoP"))) {
            return null;
        }
        if (desk.lint().add(!request.has("DPoP"), "dpop-missing")) {
            throw OAuthRefusal.of("invalid_dpop_proof", "there is none");
        }
        return desk.dpop().check(request, desk.tokenEndpoint(), null, desk.manners().clock);
    }

    private Decision decide(Form form, @Nullable OAuthClient client, @Nullable String key) throws OAuthRefusal {
        var type = form.value("grant_type");
        if (Grants.JWT_BEARER.equals(type)) {
            return grants.assertion(form, client, key);
        }
        if (client == null || type == null) {
            throw OAuthRefusal.of("invalid_request", "there is no grant type");
        }
        return switch (type) {
            case "authorization_code" -> grants.code(form, client, key);
            case "refresh_token" -> grants.refresh(form, client, key);
            case "client_credentials" -> grants.clientCredentials(form, client, key);
            default -> throw OAuthRefusal.of("unsupported_grant_type", type);
        };
    }

    private ObjectNode issued(Decision decision, Form form) {
        var lying = desk.lying();
        var grant = decision.grant();
        boolean misaddressed = lying.tells(Lie.WRONG_AUDIENCE);
        var life = lying.tells(Lie.REFRESH_RACE)
                ? Duration.ofSeconds(Math.max(1, lying.variant()))
                : desk.manners().accessLifetime;
        var addressed = misaddressed
                ? new Ledger.Grant(
                        grant.subject(),
                        grant.client(),
                        "https://other.example/mcp",
                        grant.scopes(),
                        grant.thumbprint())
                : grant;
        var access = desk.ledger().access(addressed, desk.now().plus(life), decision.family(), !misaddressed);
        var response = Json.object()
                .put("access_token", access.value())
                .put("token_type", grant.thumbprint() == null ? "Bearer" : "DPoP")
                .put("expires_in", life.toSeconds());
        if (!grant.scopes().isEmpty() || !form.scopes().isEmpty()) {
            response.put("scope", String.join(" ", grant.scopes()));
        }
        if (decision.refresh() != null) {
            response.put("refresh_token", decision.refresh().value());
        }
        if (grant.scopes().contains("openid")) {
            response.put("id_token", desk.idToken(grant.subject(), grant.client()));
        }
        return response;
    }

    void revoke(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        desk.record(AuthEvent.Kind.REVOKE, request.path(), request);
        var form = Form.parse(request.body());
        try {
            desk.clients().authenticated(request, form);
        } catch (OAuthRefusal refused) {
            AuthDesk.refuse(exchange, refused);
            return;
        }
        var token = form.value("token");
        desk.lint().add(token == null, "revoke-without-token");
        desk.lint().add(!request.query().isEmpty(), "secret-in-url");
        if (token != null) {
            desk.lint().add(desk.ledger().foreign("(at|rt)", token), "token-of-other-as");
            desk.ledger().revoke(token);
        }
        exchange.answer(200);
    }
}
