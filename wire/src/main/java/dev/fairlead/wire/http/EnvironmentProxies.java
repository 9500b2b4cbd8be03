package dev.fairlead.wire.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The proxies that the environment variables {@code HTTPS_PROXY}, {@code HTTP_PROXY} and {@code ALL_PROXY} name, in
 * lower case or, failing that, in upper case.
 *
 * <p>Servers on this machine are reached without a proxy, and so are those in {@code NO_PROXY}: names or addresses
 * between commas, of which each stands for the names below it too, or {@code *} for all.
 */
public final class EnvironmentProxies extends ProxySelector {
    private static final Pattern LOOPBACK =
            Pattern.compile("(.+\\.)?localhost\\.?|127(\\.[0-9]{1,3}){3}|::1|(0{1,4}:){7}0{0,3}1");

    private final Proxy http;
    private final Proxy https;
    private final List<Bypass> bypasses;

    private EnvironmentProxies(Proxy http, Proxy https, List<Bypass> bypasses) {
        this.http = http;
        this.https = https;
        this.bypasses = bypasses;
    }

    /**
     * Returns the proxies of this program's environment.
     *
     * @throws IllegalArgumentException if a variable names no proxy that can be used
     */
    public static EnvironmentProxies ofEnvironment() {
        return of(System.getenv());
    }

    /**
     * Returns the proxies of an environment.
     *
     * @throws IllegalArgumentException if a variable names no proxy that can be used
     */
    public static EnvironmentProxies of(Map<String, String> environment) {
        var all = proxy(environment, "ALL_PROXY", Proxy.NO_PROXY);
        // A server program run by a web server gets the header Proxy, which anybody can send, as HTTP_PROXY.
        boolean forged = environment.containsKey("REQUEST_METHOD") && !environment.containsKey("http_proxy");
        var http = forged ? all : proxy(environment, "HTTP_PROXY", all);
        var https = proxy(environment, "HTTPS_PROXY", all);
        var bypasses = Arrays.stream(variable(environment, "NO_PROXY").split("[,\\s]+", -1))
                .filter(text -> !text.isEmpty())
                .map(Bypass::of)
                .toList();
        return new EnvironmentProxies(http, https, bypasses);
    }

    /** Returns the one proxy that leads to an address, or {@link Proxy#NO_PROXY}. */
    @Override
    public List<Proxy> select(URI address) {
        var host = bare(address.getHost() == null ? "" : address.getHost());
        boolean secure = "https".equalsIgnoreCase(address.getScheme());
        int usual = secure ? 443 : 80;
        int port = address.getPort() < 0 ? usual : address.getPort();
        boolean direct =
                LOOPBACK.matcher(host).matches() || bypasses.stream().anyMatch(bypass -> bypass.covers(host, port));
        var proxy = secure ? https : http;
        return List.of(direct ? Proxy.NO_PROXY : proxy);
    }

    /** Does nothing: there is no other proxy to turn to. */
    @Override
    public void connectFailed(URI address, SocketAddress proxy, IOException failure) {}

    /** Says which proxies are used. */
    @Override
    public String toString() {
        return "EnvironmentProxies[http: %s, https: %s]".formatted(http, https);
    }

    private static Proxy proxy(Map<String, String> environment, String name, Proxy otherwise) {
        var value = variable(environment, name);
        return value.isEmpty() ? otherwise : proxy(name, value);
    }

    private static Proxy proxy(String name, String value) {
        // First of all, so that nothing below can show them.
        if (value.indexOf('@') >= 0) {
            throw new IllegalArgumentException(
                    "%s holds a user name or password, which is not supported for proxies".formatted(name));
        }
        try {
            var uri = new URI(value.contains("://") ? value : "http://" + value);
            var host = uri.getHost();
            if (host == null) {
                throw new IllegalArgumentException("%s names no host: '%s'".formatted(name, value));
            }
            return switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
                case "http" -> proxy(Proxy.Type.HTTP, host, uri.getPort(), 80);
                case "socks", "socks5", "socks5h" -> proxy(Proxy.Type.SOCKS, host, uri.getPort(), 1080);
                default ->
                    throw new IllegalArgumentException(
                            "%s must be an http:// or socks5:// address, not '%s'".formatted(name, value));
            };
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException("%s is no address: '%s'".formatted(name, value), malformed);
        }
    }

    private static Proxy proxy(Proxy.Type type, String host, int port, int usual) {
        // Unresolved: the address of a proxy may change while the program runs.
        return new Proxy(type, InetSocketAddress.createUnresolved(bare(host), port < 0 ? usual : port));
    }

    private static String variable(Map<String, String> environment, String name) {
        var lower = environment.get(name.toLowerCase(Locale.ROOT));
        return (lower == null ? environment.getOrDefault(name, "") : lower).strip();
    }

    /** Returns a host in lower case, and an IPv6 address without its brackets. */
    private static String bare(String host) {
        var lower = host.toLowerCase(Locale.ROOT);
        return lower.startsWith("[") && lower.endsWith("]") ? lower.substring(1, lower.length() - 1) : lower;
    }

    /** An entry of NO_PROXY; port 0 stands for any, and an empty host for any too. */
    private record Bypass(String host, int port) {
        private static final Pattern WITH_PORT = Pattern.compile("([^:]+|\\[.+]):([0-9]{1,5})");

        static Bypass of(String text) {
            var parts = WITH_PORT.matcher(text);
            return parts.matches()
                    ? new Bypass(plain(parts.group(1)), Integer.parseInt(parts.group(2)))
                    : new Bypass(plain(text), 0);
        }

        private static String plain(String host) {
            return bare(host).replaceFirst("^\\*?\\.", "").replaceFirst("^\\*$", "");
        }

        boolean covers(String other, int otherPort) {
            return (port == 0 || port == otherPort)
                    && (host.isEmpty() || other.equals(host) || other.endsWith("." + host));
        }
    }
}
