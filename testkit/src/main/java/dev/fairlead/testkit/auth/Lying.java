package dev.fairlead.testkit.auth;

import org.jspecify.annotations.Nullable;

/** The lie that a server tells at the moment, if any, and the place to which it points. */
final class Lying {
    private record Told(Lie lie, int variant) {}

    private final boolean resource;
    private volatile @Nullable Told told;
    private volatile String elsewhere = "http://127.0.0.1:1/nowhere";

    Lying(boolean resource) {
        this.resource = resource;
    }

    void tell(Lie lie, int variant) {
        if (lie.ofResource() != resource || variant < 0 || variant >= lie.variants()) {
            throw new IllegalArgumentException("this server does not tell " + lie + " " + variant);
        }
        told = new Told(lie, variant);
    }

    void stop() {
        told = null;
    }

    void point(String url) {
        elsewhere = url;
    }

    String elsewhere() {
        return elsewhere;
    }

    boolean tells(Lie lie) {
        var now = told;
        return now != null && now.lie() == lie;
    }

    int variant() {
        var now = told;
        return now == null ? 0 : now.variant();
    }
}
