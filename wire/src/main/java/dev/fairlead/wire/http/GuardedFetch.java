package dev.fairlead.wire.http;

import dev.fairlead.wire.Deadline;
import dev.fairlead.wire.Headers;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The one way by which an address that a server supplied is asked.
 *
 * <p>The address is checked, then what its host resolves to, and connections go to the addresses that were checked; so
 * does every redirect, which must stay within its origin. An answer is read up to 1 MiB, and all of it takes no longer
 * than the deadline. No cookies are sent or kept.
 *
 * <p>With a proxy, HTTP or SOCKS, it is the proxy that looks up hosts: then only names and literal addresses are checked
 * here, and what names resolve to is for the proxy to judge.
 */
public final class GuardedFetch {
    private final OkHttpClient client;
    private final AddressPolicy policy;
    private final FetchWatcher watcher;

    /** Fetches over the connections of an engine what a policy allows. */
    public GuardedFetch(HttpEngine engine, AddressPolicy policy) {
        this(engine, policy, Dns.SYSTEM);
    }

    GuardedFetch(HttpEngine engine, AddressPolicy policy, Dns resolver) {
        this(engine.client(), policy, resolver);
    }

    GuardedFetch(OkHttpClient client, AddressPolicy policy, Dns resolver) {
        this.policy = policy;
        this.watcher = FetchWatcher.NONE;
        // The engine keeps apart the connections of different resolvers, so that none is used here that was not
        // checked.
        this.client = client.newBuilder()
                .dns(new CheckedDns(policy, resolver))
                .proxySelector(new LocatedProxies(client.proxySelector(), resolver))
                .addNetworkInterceptor(Fetching::witness)
                .build();
    }

    private GuardedFetch(OkHttpClient checked, AddressPolicy policy, FetchWatcher watcher) {
        this.client = checked;
        this.policy = policy;
        this.watcher = watcher;
    }

    /** Returns this one with somebody who hears what is fetched. */
    public GuardedFetch watchedBy(FetchWatcher hearing) {
        return new GuardedFetch(client, policy, hearing);
    }

    /**
     * Gets what is at an address, over at most three redirects within its origin; asks for JSON unless told otherwise.
     *
     * @throws FetchException if there is no answer, which an answer with a bad status is not
     */
    public Fetched get(String url, Headers headers, Deadline deadline) throws FetchException, InterruptedException {
        return watched(
                "GET",
                url,
                null,
                () -> new Fetching(client, policy, "GET", headers, null).fetch(policy.checked(url), deadline));
    }

    /**
     * Posts a body to an address, once; a redirect is refused.
     *
     * @throws FetchException if there is no answer, which an answer with a bad status is not
     */
    public Fetched post(String url, String contentType, byte[] body, Headers headers, Deadline deadline)
            throws FetchException, InterruptedException {
        return watched(
                "POST",
                url,
                body,
                () -> new Fetching(client, policy, "POST", headers, new OnceWritten(contentType, body))
                        .fetch(policy.checked(url), deadline));
    }

    private Fetched watched(String method, String url, byte @Nullable [] body, Work work)
            throws FetchException, InterruptedException {
        try {
            var answer = work.fetch();
            watcher.fetched(method, url, body, answer, null);
            return answer;
        } catch (FetchException failure) {
            watcher.fetched(method, url, body, null, String.valueOf(failure.getMessage()));
            throw failure;
        }
    }

    /** Fetches something. */
    private interface Work {
        Fetched fetch() throws FetchException, InterruptedException;
    }
}
