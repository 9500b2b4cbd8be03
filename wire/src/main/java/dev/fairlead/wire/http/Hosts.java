package dev.fairlead.wire.http;

import dev.fairlead.protocol.rpc.Excerpt;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/** What the host of an address tells by itself, before anybody looks it up. */
final class Hosts {
    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern V4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    private static final String LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?";
    private static final Pattern NAME = Pattern.compile("(" + LABEL + "\\.)*" + LABEL);
    private static final int LONGEST_NAME = 253;
    // What ends like this is a number to some resolvers: 127.1, 0x7f000001, 017700000001.
    private static final Pattern NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");
    private static final Pattern LOOPBACK_NAME = Pattern.compile("(.*\\.)?localhost");
    // Nobody on the internet has such a name, and a proxy would look it up where we cannot see the answer.
    private static final Pattern PRIVATE_NAME = Pattern.compile("[^.]+|.*\\.(local|localdomain|internal|home\\.arpa)");
    private static final Set<String> METADATA_NAMES = Set.of(
            "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal");

    private Hosts() {}

    /** Returns where a host lies as far as it can be told, or nothing if it is spelled so that readers may differ. */
    static Optional<Reach> reachOf(String canonicalHost) {
        if (canonicalHost.indexOf(':') >= 0 || V4.matcher(canonicalHost).matches()) {
            return literal(canonicalHost);
        }
        boolean odd = NUMBER.matcher(canonicalHost).matches()
                || canonicalHost.length() > LONGEST_NAME
                || !NAME.matcher(canonicalHost).matches();
        return odd ? Optional.empty() : Optional.of(named(canonicalHost));
    }

    /** Tells whether a host is this machine by its mere name or address. */
    static boolean isLoopback(String canonicalHost) {
        return reachOf(canonicalHost).filter(reach -> reach == Reach.LOOPBACK).isPresent();
    }

    /** Names the host of an address, and the port if it is an unusual one. */
    static String shown(HttpUrl url) {
        var host = url.host().indexOf(':') < 0 ? url.host() : "[" + url.host() + "]";
        boolean usual = url.port() == HttpUrl.defaultPort(url.scheme());
        return Excerpt.of(host) + (usual ? "" : ":" + url.port());
    }

    private static Reach named(String host) {
        if (METADATA_NAMES.contains(host)) {
            return Reach.NEVER;
        }
        if (LOOPBACK_NAME.matcher(host).matches()) {
            return Reach.LOOPBACK;
        }
        return PRIVATE_NAME.matcher(host).matches() ? Reach.PRIVATE : Reach.PUBLIC;
    }

    private static Optional<Reach> literal(String host) {
        try {
            return Optional.of(Reach.of(InetAddress.getByName(host)));
        } catch (UnknownHostException unreadable) {
            return Optional.empty();
        }
    }
}
