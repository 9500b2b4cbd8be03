package dev.fairlead.wire.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/** Looks a host up once and hands out, if all of them may be asked, the very addresses that it checked. */
final class CheckedDns implements Dns {
    private final AddressPolicy policy;
    private final Dns resolver;

    CheckedDns(AddressPolicy policy, Dns resolver) {
        this.policy = policy;
        this.resolver = resolver;
    }

    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
        var addresses = List.copyOf(resolver.lookup(host));
        try {
            policy.check(host, addresses);
        } catch (FetchException refused) {
            var carrier = new UnknownHostException(refused.getMessage()); // The engine lets nothing else through.
            carrier.initCause(refused);
            throw carrier;
        }
        return addresses;
    }
}
