package dev.fairlead.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A program whose parts all use the shared host, and that never closes it. */
final class SharedProgram {
    private static final int PARTS = 100;

    private SharedProgram() {}

    /** Says how many hosts there are and what a call answers; then ends, or waits to be ended. */
    public static void main(String[] arguments) throws Exception {
        var together = new CountDownLatch(1);
        var got = new ArrayList<Future<Host>>();
        try (var threads = Executors.newFixedThreadPool(PARTS)) {
            for (int part = 0; part < PARTS; part++) {
                got.add(threads.submit(() -> {
                    together.await();
                    return Host.shared();
                }));
            }
            together.countDown();
        }
        var hosts = Collections.<Host>newSetFromMap(new IdentityHashMap<>());
        got.forEach(host -> hosts.add(host.resultNow()));
        System.out.println(hosts.size() + " host");
        System.out.println(Host.shared().call("s__t", null).text());
        if (arguments.length > 0) {
            new CountDownLatch(1).await();
        }
    }
}
