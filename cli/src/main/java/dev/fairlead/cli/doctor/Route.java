package dev.fairlead.cli.doctor;

import dev.fairlead.wire.http.EnvironmentProxies;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The way to the address of a server.
 *
 * @param proxy the proxy that leads there, or {@link Proxy#NO_PROXY}
 * @param variable the variable of the environment that names a proxy for it, used or not; null where none does
 */
record Route(
        String host,
        int port,
        boolean secure,
        String path,
        Proxy proxy,
        @Nullable String variable) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /**
     * Finds it.
     *
     * @throws IllegalArgumentException if a variable names no proxy that can be used
     */
    static Route to(URI address, Map<String, String> environment) {
        var host = String.valueOf(address.getHost());
        var bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        boolean secure = "https".equalsIgnoreCase(address.getScheme());
        int usual = secure ? HTTPS : HTTP;
        var path = address.getRawPath();
        return new Route(
                bare,
                address.getPort() < 0 ? usual : address.getPort(),
                secure,
                path == null || path.isEmpty() ? "/" : path,
                EnvironmentProxies.of(environment).select(address).getFirst(),
                variable(secure, environment));
    }

    boolean proxied() {
        return proxy.type() != Proxy.Type.DIRECT;
    }

    /** Returns the address of the proxy, for texts. */
    String proxyName() {
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : "";
    }

    /** Returns the address of the server as a request names it. */
    String authority() {
        var shown = host.contains(":") ? "[" + host + "]" : host;
        return port == (secure ? HTTPS : HTTP) ? shown : shown + ":" + port;
    }

    /** Returns the address of the server with its port. */
    String place() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private static @Nullable String variable(boolean secure, Map<String, String> environment) {
        return Stream.of(secure ? "HTTPS_PROXY" : "HTTP_PROXY", "ALL_PROXY")
                .flatMap(name -> List.of(name.toLowerCase(Locale.ROOT), name).stream())
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .findFirst()
                .orElse(null);
    }
}
