package dev.fairlead.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * Connections to the address of a server of which nothing is known yet, over which nothing secret ever goes: no header
 * of the user's, no query, no body.
 */
final class Probe {
    private static final int MOST_BYTES = 16 << 10;
    private static final Pattern STATUS = Pattern.compile("HTTP/\\d(?:\\.\\d)? (\\d{3}).*");
    private static final int OK = 200;
    private static final int MULTIPLE_CHOICES = 300;

    /** The beginning of an answer. */
    record Head(int status, Map<String, String> headers) {
        /** Returns the value of a header, whose name is in small letters; empty where it is missing. */
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    /** The proxy does not let us through. */
    static final class ProxyRefusal extends IOException {
        private static final long serialVersionUID = 1;
        private final int status;

        ProxyRefusal(int status) {
            super("HTTP " + status);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    private final Route route;
    private final int patience;

    Probe(Route route, Duration patience) {
        this.route = route;
        this.patience = Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE);
    }

    /** Opens a connection to the proxy, and closes it again. */
    void reachProxy() throws IOException {
        if (route.proxy().address() instanceof InetSocketAddress named) {
            try (var socket = new Socket(Proxy.NO_PROXY)) {
                socket.connect(
                        new InetSocketAddress(InetAddress.getByName(named.getHostString()), named.getPort()), patience);
            }
        }
    }

    /** Opens a connection to the server, and closes it again. */
    void reach() throws IOException {
        open().close();
    }

    /** Returns the certificates that the server shows, whether anybody trusts them or not. */
    List<X509Certificate> certificates() throws IOException {
        var chain = new AtomicReference<List<X509Certificate>>(List.of());
        try (var socket = open();
                var secured = secured(socket, chain)) {
            secured.startHandshake();
        }
        return chain.get();
    }

    /** Asks for the head of what is at the path of the server. */
    Head head() throws IOException {
        try (var socket = open();
                var line = route.secure() ? secured(socket, new AtomicReference<>(List.of())) : socket) {
            boolean whole = route.proxied() && !route.secure() && route.proxy().type() == Proxy.Type.HTTP;
            var target = whole ? "http://" + route.authority() + route.path() : route.path();
            send(
                    line,
                    "HEAD %s HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\nConnection: close\r\n\r\n"
                            .formatted(target, route.authority()));
            return read(line.getInputStream());
        }
    }

    private Socket open() throws IOException {
        boolean socks = route.proxy().type() == Proxy.Type.SOCKS;
        var socket = new Socket(socks ? resolved(route.proxy()) : Proxy.NO_PROXY);
        try {
            if (!socks && route.proxy().address() instanceof InetSocketAddress named) {
                socket.connect(
                        new InetSocketAddress(InetAddress.getByName(named.getHostString()), named.getPort()), patience);
                socket.setSoTimeout(patience);
                tunnel(socket);
            } else {
                socket.connect(
                        socks
                                ? InetSocketAddress.createUnresolved(route.host(), route.port())
                                : new InetSocketAddress(InetAddress.getByName(route.host()), route.port()),
                        patience);
                socket.setSoTimeout(patience);
            }
            return socket;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private static Proxy resolved(Proxy proxy) {
        return proxy.address() instanceof InetSocketAddress named
                ? new Proxy(proxy.type(), new InetSocketAddress(named.getHostString(), named.getPort()))
                : proxy;
    }

    private void tunnel(Socket socket) throws IOException {
        if (!route.secure()) {
            return;
        }
        send(socket, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(route.place(), route.place()));
        int status = read(socket.getInputStream()).status();
        if (status < OK || status >= MULTIPLE_CHOICES) {
            throw new ProxyRefusal(status);
        }
    }

    private SSLSocket secured(Socket socket, AtomicReference<List<X509Certificate>> chain) throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Onlooker(chain::set)}, null);
            var made = context.getSocketFactory().createSocket(socket, route.host(), route.port(), true);
            if (made instanceof SSLSocket secured) {
                return secured;
            }
            throw new IOException("no secure connection can be made here");
        } catch (GeneralSecurityException unusable) {
            throw new IOException("this Java runtime cannot make secure connections", unusable);
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static Head read(InputStream in) throws IOException {
        var text = new StringBuilder();
        while (text.length() < MOST_BYTES && !ends(text)) {
            int one = in.read();
            if (one < 0) {
                break;
            }
            text.append((char) one);
        }
        var lines = text.toString().lines().toList();
        var status = STATUS.matcher(lines.isEmpty() ? "" : lines.getFirst());
        if (!status.matches()) {
            throw new IOException("what answers does not speak HTTP");
        }
        var headers = new TreeMap<String, String>();
        for (var line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.putIfAbsent(
                        line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return new Head(Integer.parseInt(status.group(1)), headers);
    }

    private static boolean ends(StringBuilder text) {
        int length = text.length();
        return length >= 2
                && text.charAt(length - 1) == '\n'
                && (text.charAt(length - 2) == '\n'
                        || (length >= 4 && text.substring(length - 4).equals("\r\n\r\n")));
    }
}
