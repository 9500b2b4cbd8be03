package dev.fairlead.cli.doctor;

import dev.fairlead.cli.frame.ExitCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Looks at the way to the address of a server: who leads there, its name, whether somebody answers. */
final class AddressExam {
    static final String PROXY = "proxy";
    static final String NAME = "name";
    static final String CONNECTION = "connection";

    private static final String TYPE = "unavailable";
    private static final int LOGIN_WANTED = 407;

    private final Route route;
    private final Probe probe;

    AddressExam(Route route, Probe probe) {
        this.route = route;
        this.probe = probe;
    }

    /** Looks whether a proxy leads to the server, and whether it answers. */
    Check proxy() {
        if (!route.proxied()) {
            return Check.ok(
                    PROXY,
                    route.variable() == null
                            ? "none"
                            : "none: %s names one, but %s is reached without it (it is this machine, or NO_PROXY lists it)"
                                    .formatted(route.variable(), route.host()));
        }
        try {
            probe.reachProxy();
            return Check.ok(PROXY, "%s, which %s names".formatted(route.proxyName(), route.variable()));
        } catch (IOException unreachable) {
            return failed(
                    PROXY,
                    "nobody answers at the proxy %s, which %s names (%s)"
                            .formatted(route.proxyName(), route.variable(), reason(unreachable)),
                    "correct or unset %s, or list %s in NO_PROXY".formatted(route.variable(), route.host()));
        }
    }

    /** Looks whether the name of the server is known. */
    Check name() {
        if (route.proxied()) {
            return Check.skipped(NAME, "the proxy looks it up");
        }
        try {
            var found = Arrays.stream(InetAddress.getAllByName(route.host()))
                    .map(InetAddress::getHostAddress)
                    .distinct()
                    .collect(Collectors.joining(", "));
            return Check.ok(
                    NAME,
                    found.equals(route.host()) ? "an address: " + found : "%s is %s".formatted(route.host(), found));
        } catch (UnknownHostException unknown) {
            return failed(
                    NAME,
                    "there is no host '%s'".formatted(route.host()),
                    "correct the URL; if the name is right, check the network and its name servers, or whether a VPN"
                            + " or a proxy (HTTPS_PROXY) is needed");
        }
    }

    /** Looks whether somebody answers at the port. */
    Check connection() {
        try {
            probe.reach();
            return Check.ok(CONNECTION, "%s takes connections".formatted(route.place()));
        } catch (Probe.ProxyRefusal refusal) {
            return refused(refusal.status());
        } catch (IOException unreachable) {
            return failed(
                    CONNECTION,
                    "nobody answers at %s (%s)".formatted(route.place(), reason(unreachable)),
                    unreachable instanceof SocketTimeoutException
                            ? "check the port in the URL, and firewalls on the way"
                            : "start the server, or correct the port in the URL");
        }
    }

    private Check refused(int status) {
        return status == LOGIN_WANTED
                ? loginWanted()
                : failed(
                        CONNECTION,
                        "the proxy %s does not lead to %s (HTTP %s)"
                                .formatted(route.proxyName(), route.place(), status),
                        "correct the URL, have the proxy allow it, or list %s in NO_PROXY".formatted(route.host()));
    }

    /** Returns what to say where the proxy wants to know who is asking. */
    Check loginWanted() {
        return failed(
                PROXY,
                "the proxy %s, which %s names, wants a login (HTTP 407), and proxies with a login are not supported"
                        .formatted(route.proxyName(), route.variable()),
                "use one without, such as a local one that logs in to it, or list %s in NO_PROXY"
                        .formatted(route.host()));
    }

    static String reason(IOException failure) {
        return switch (failure) {
            case UnknownHostException unknown -> "there is no host of that name";
            case NoRouteToHostException unreachable -> "no route leads there";
            case ConnectException refused -> "connection refused";
            case SocketTimeoutException slow -> "no answer in time";
            default -> String.valueOf(failure.getMessage());
        };
    }

    private static Check failed(String name, String seen, String remedy) {
        return Check.failed(name, seen, remedy, ExitCode.UNREACHABLE, TYPE);
    }
}
