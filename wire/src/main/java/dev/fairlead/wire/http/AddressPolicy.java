package dev.fairlead.wire.http;

import dev.fairlead.protocol.rpc.Excerpt;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses may be asked on the word of a server.
 *
 * <p>Those are the public ones over {@code https}; this machine, also over {@code http}, if the server that the user
 * chose runs on it too; and whatever the user allows besides. The host of the server that the user chose is allowed at
 * any port, wherever it lies, and over {@code http} if the user reaches it like that.
 */
public final class AddressPolicy {
    private static final int LONGEST = 16 << 10;
    private static final Pattern FORM = Pattern.compile("(?i)https?://([^/?#\\\\\\s\\p{Cntrl}]+)[^\\\\\\s\\p{Cntrl}]*");
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]{0,30}):.*", Pattern.DOTALL);
    private static final String TELL = "tell the operator of that server";

    private final @Nullable HttpUrl server;
    private final boolean privateNetworks;
    private final boolean plainHttp;

    private AddressPolicy(@Nullable HttpUrl server, boolean privateNetworks, boolean plainHttp) {
        this.server = server;
        this.privateNetworks = privateNetworks;
        this.plainHttp = plainHttp;
    }

    /**
     * Returns what a server that the user chose may name.
     *
     * @throws IllegalArgumentException if its address is no {@code http} or {@code https} URL
     */
    public static AddressPolicy forServer(String serverUrl) {
        var server = HttpUrl.parse(serverUrl);
        if (server == null) {
            throw new IllegalArgumentException("the URL of the server is not an http or https URL");
        }
        return new AddressPolicy(server, false, true);
    }

    /** Returns the rules where the user chose no server: the internet over {@code https} and nothing else. */
    public static AddressPolicy strict() {
        return new AddressPolicy(null, false, true);
    }

    /**
     * Returns these rules with this machine and private networks allowed too.
     *
     * <p>Link-local addresses, those of the metadata services of clouds, and multicast stay forbidden.
     */
    public AddressPolicy allowingPrivateNetworks() {
        return new AddressPolicy(server, true, plainHttp);
    }

    /** Returns these rules without the server's own word for plain {@code http}: that stays for this machine alone. */
    public AddressPolicy withoutPlainHttp() {
        return new AddressPolicy(server, privateNetworks, false);
    }

    /**
     * Checks what can be seen of an address before its host is looked up: form, scheme, user, host and port.
     *
     * @throws FetchException if the address must not be asked
     */
    public void check(String url) throws FetchException {
        checked(url);
    }

    /** Returns what an address means, if it may be asked. */
    HttpUrl checked(String url) throws FetchException {
        if (url.length() > LONGEST) {
            throw FetchException.refused("a server named an address of %s characters, which is more than any needs; %s"
                    .formatted(url.length(), TELL));
        }
        var form = FORM.matcher(url);
        if (!form.matches()) {
            throw FetchException.refused(misshapen(url));
        }
        // An empty user is no user to the parser, but a sign of an attempt to make readers differ.
        if (form.group(1).indexOf('@') >= 0) {
            throw hasUser();
        }
        var parsed = HttpUrl.parse(url);
        if (parsed == null) {
            throw FetchException.refused("a server named an address whose host or port cannot be read; " + TELL);
        }
        check(parsed);
        return parsed;
    }

    /** Checks an address that was read already. */
    void check(HttpUrl url) throws FetchException {
        if (!url.username().isEmpty() || !url.password().isEmpty()) {
            throw hasUser();
        }
        if (isOwn(url.host())) {
            checkScheme(url, (plainHttp && !isSecure(server)) || Hosts.isLoopback(url.host()));
            return;
        }
        var reach = Hosts.reachOf(url.host())
                .orElseThrow(() ->
                        refused(Hosts.shown(url), "it is spelled in a way that not all programs read alike", TELL));
        if (!permits(reach)) {
            throw refused(Hosts.shown(url), "it belongs to " + reach.words(), advice(reach));
        }
        checkScheme(url, reach == Reach.LOOPBACK);
    }

    /** Checks what a host was found to be; one address that is forbidden spoils all. */
    void check(String host, List<InetAddress> addresses) throws FetchException {
        for (var address : addresses) {
            var reach = Reach.of(address);
            if (!permits(host, reach)) {
                var what = "it resolves to %s, which belongs to %s".formatted(address.getHostAddress(), reach.words());
                throw refused(Excerpt.of(host), what, advice(reach));
            }
        }
    }

    private boolean permits(String host, Reach reach) {
        if (isOwn(host)) {
            return reach != Reach.NEVER; // Whoever means that writes the address itself.
        }
        // A name of this machine was let in as such, perhaps without https.
        return permits(reach) && (reach == Reach.LOOPBACK || !Hosts.isLoopback(host));
    }

    private boolean permits(Reach reach) {
        return switch (reach) {
            case PUBLIC -> true;
            case LOOPBACK -> privateNetworks || (server != null && Hosts.isLoopback(server.host()));
            case PRIVATE -> privateNetworks;
            case LINK_LOCAL, NEVER -> false;
        };
    }

    private boolean isOwn(String host) {
        return server != null && server.host().equals(host);
    }

    private static boolean isSecure(@Nullable HttpUrl server) {
        return server == null || server.isHttps();
    }

    private static void checkScheme(HttpUrl url, boolean plainAllowed) throws FetchException {
        if (!url.isHttps() && !plainAllowed) {
            throw refused(
                    Hosts.shown(url),
                    "it would be asked over http, which anybody on the way can read and change",
                    TELL + " to offer https");
        }
    }

    private static String misshapen(String url) {
        var scheme = SCHEME.matcher(url);
        return scheme.matches() && !scheme.group(1).toLowerCase(Locale.ROOT).startsWith("http")
                ? "a server named an address with scheme '%s', where https is needed; %s"
                        .formatted(scheme.group(1), TELL)
                : "a server named something that is not a full https address; " + TELL;
    }

    private static FetchException hasUser() {
        return FetchException.refused("a server named an address with a user name or password in it; " + TELL);
    }

    private static FetchException refused(String host, String why, String advice) {
        return FetchException.refused(
                "host '%s', which a server named, is not asked: %s; %s".formatted(host, why, advice));
    }

    private static String advice(Reach reach) {
        return switch (reach) {
            case LOOPBACK, PRIVATE -> "allow private networks if this server may send you there";
            case PUBLIC, LINK_LOCAL, NEVER -> "no setting allows this, so " + TELL;
        };
    }
}
