package dev.fairlead.host.config;

import dev.fairlead.protocol.error.ConfigurationException;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the address of a server into what can be connected to. */
final class AddressResolver {
    private final ServerConfig config;
    private final Surroundings around;
    private final Expander expander;

    AddressResolver(ServerConfig config, Surroundings around) {
        this.config = config;
        this.around = around;
        this.expander = new Expander(config, around);
    }

    Resolved.Remote resolve(Endpoint.Address address) throws InterruptedException {
        var url = expander.expand("url", address.url());
        var headers = new LinkedHashMap<String, String>();
        address.headers().forEach((name, value) -> {
            var full = expander.expand("headers." + name, value);
            headers.put(name, full);
            if (Secrecy.isSecret(name, full)) {
                hide(full);
            }
        });
        address.headersFrom().forEach((name, variable) -> headers.put(name, fromEnvironment(name, variable)));
        if (!address.headersProgram().isEmpty()) {
            var printed = printed(address.headersProgram());
            printed.values().forEach(this::hide);
            headers.putAll(printed);
        }
        var transport = transport(url).named(config.name()).withStrategy(address.strategy());
        for (var header : headers.entrySet()) {
            transport = withHeader(transport, header);
        }
        var oauth = address.oauth() == null ? null : oauth(address.oauth());
        var secrets = Resolver.worthHiding(secrets(url, oauth));
        var privateValues = new LinkedHashSet<>(PrivateValues.ofUrl(url));
        headers.forEach((name, value) -> privateValues.addAll(PrivateValues.of(name, value)));
        privateValues.addAll(secrets);
        return new Resolved.Remote(transport, oauth, secrets, Resolver.worthHiding(privateValues));
    }

    private HttpTransport transport(String url) {
        try {
            return HttpTransport.to(url);
        } catch (IllegalArgumentException e) {
            throw ConfigurationException.unusable(
                    config.name(), "url", "is no http or https address; mend it or the variables in it", null);
        }
    }

    private HttpTransport withHeader(HttpTransport transport, Map.Entry<String, String> header) {
        try {
            return transport.withHeader(header.getKey(), header.getValue());
        } catch (IllegalArgumentException e) {
            throw ConfigurationException.unusable(
                    config.name(), "headers." + header.getKey(), "cannot be sent: %s".formatted(e.getMessage()), e);
        }
    }

    /** The name of a variable, perhaps after a word that is sent before its value. */
    private String fromEnvironment(String header, String written) {
        int space = written.lastIndexOf(' ') + 1;
        var name = written.substring(space);
        var value = around.variable(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> ConfigurationException.unset(
                        config.name(), "headersFromEnv." + header, name, "set it in the environment"));
        expander.secrets().add(value);
        expander.secrets().add(written.substring(0, space) + value);
        return written.substring(0, space) + value;
    }

    private Map<String, String> printed(List<String> program) throws InterruptedException {
        var line = program.stream()
                .map(part -> expander.expand("headersHelper", part))
                .toList();
        var folder = around.folder(config);
        try {
            CommandResolver.check(
                    config, "headersHelper", ServerCommand.of(line).withDirectory(folder));
        } catch (IllegalArgumentException e) {
            throw ConfigurationException.unusable(
                    config.name(), "headersHelper", "names no program that could be started", e);
        }
        return new HeadersProgram(config.name(), line, folder, CommandResolver.safe(around)).run();
    }

    private OAuthConfig oauth(OAuthConfig written) {
        return new OAuthConfig(
                expanded("oauth.clientId", written.clientId()),
                expanded("oauth.clientSecret", written.clientSecret()),
                written.scopes().stream()
                        .map(scope -> expander.expand("oauth.scopes", scope))
                        .toList(),
                written.redirectPort(),
                expanded("oauth.issuer", written.issuer()),
                expanded("oauth.redirectUri", written.redirectUri()));
    }

    private @Nullable String expanded(String field, @Nullable String text) {
        return text == null ? null : expander.expand(field, text);
    }

    private void hide(String value) {
        expander.secrets().add(value);
        // What follows a word such as Bearer is the secret part.
        expander.secrets().add(value.substring(value.indexOf(' ') + 1));
    }

    private Set<String> secrets(String url, @Nullable OAuthConfig oauth) {
        var secrets = expander.secrets();
        if (oauth != null && oauth.clientSecret() != null) {
            secrets.add(oauth.clientSecret());
        }
        secrets.addAll(PrivateValues.ofUser(url));
        secrets.addAll(UrlText.keys(url));
        // The plain address is no secret, even where a variable holds it.
        secrets.remove(url);
        return secrets;
    }
}
