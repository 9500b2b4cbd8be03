package dev.fairlead.console.question;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads addresses that a server wants a person to visit. */
public final class PageAddress {
    private PageAddress() {}

    /** Returns the host of an address that may be visited: HTTPS, or this machine; null if it may not be. */
    public static @Nullable String host(String url) {
        try {
            var uri = new URI(url);
            var host = uri.getHost();
            boolean near =
                    host != null && (host.equals("127.0.0.1") || host.equals("localhost") || host.equals("[::1]"));
            boolean fit = host != null
                    && uri.getRawUserInfo() == null
                    && ("https".equalsIgnoreCase(uri.getScheme())
                            || (near && "http".equalsIgnoreCase(uri.getScheme())));
            return fit ? host : null;
        } catch (URISyntaxException odd) {
            return null;
        }
    }
}
