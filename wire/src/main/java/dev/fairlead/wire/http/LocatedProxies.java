package dev.fairlead.wire.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import okhttp3.Dns;

/**
 * The proxies that another selector names, by address instead of by name.
 *
 * <p>The engine looks up a proxy that has only a name in the same place as a server, where nobody could tell them apart:
 * a proxy of the user may well be in a private network, but a server's word must not lead there.
 */
final class LocatedProxies extends ProxySelector {
    private final ProxySelector named;
    private final Dns resolver;

    LocatedProxies(ProxySelector named, Dns resolver) {
        this.named = named;
        this.resolver = resolver;
    }

    @Override
    public List<Proxy> select(URI address) {
        return named.select(address).stream().flatMap(this::located).toList();
    }

    @Override
    public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
        named.connectFailed(address, proxy, failure);
    }

    private Stream<Proxy> located(Proxy proxy) {
        boolean toLookUp = proxy.type() == Proxy.Type.HTTP
                && proxy.address() instanceof InetSocketAddress address
                && address.isUnresolved();
        return toLookUp ? lookUp(proxy, (InetSocketAddress) proxy.address()) : Stream.of(proxy);
    }

    private Stream<Proxy> lookUp(Proxy proxy, InetSocketAddress place) {
        try {
            return resolver.lookup(place.getHostString()).stream()
                    .map((InetAddress found) -> new Proxy(proxy.type(), new InetSocketAddress(found, place.getPort())));
        } catch (UnknownHostException unknown) {
            return Stream.of(proxy); // The engine finds out the same and says so.
        }
    }
}
