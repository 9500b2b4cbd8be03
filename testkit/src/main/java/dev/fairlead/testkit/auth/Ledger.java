package dev.fairlead.testkit.auth;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** All that an authorization server has given out: codes, access tokens, refresh tokens. */
final class Ledger {
    /** What somebody may do. */
    record Grant(
            String subject,
            String client,
            @Nullable String resource,
            Set<String> scopes,
            @Nullable String thumbprint) {
        Grant {
            scopes = Set.copyOf(scopes);
        }

        Grant bound(@Nullable String key) {
            return new Grant(subject, client, resource, scopes, key);
        }

        Grant scopes(Set<String> fewer) {
            return new Grant(subject, client, resource, fewer, thumbprint);
        }
    }

    record Code(Grant grant, String redirectUri, @Nullable String challenge, Instant expires, String family) {}

    /** An access token; a dishonest one was addressed to another resource by the server itself. */
    record Access(String value, Grant grant, Instant expires, String family, boolean honest) {}

    record Refresh(String value, Grant grant, String family) {}

    private static final SecureRandom RANDOM = new SecureRandom();

    private final String tag;
    private final Lint lint;
    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by lock.
    private final Map<String, Code> codes = new HashMap<>();
    private final Set<String> usedCodes = new HashSet<>();
    private final Map<String, Access> accesses = new HashMap<>();
    private final Map<String, Refresh> refreshes = new HashMap<>();
    private final Set<String> spent = new HashSet<>();
    private final Set<String> revoked = new HashSet<>();
    private int reuses;

    /** Begins an empty one; the tag is part of every value, so that values of other servers are recognised. */
    Ledger(String tag, Lint lint) {
        this.tag = tag;
        this.lint = lint;
    }

    String name(String kind) {
        var bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return kind + "-" + tag + "-" + JwtKey.encode(bytes);
    }

    /** Tells whether a value was made by a server like this one, but another. */
    boolean foreign(String kind, @Nullable String value) {
        return value != null && value.matches(kind + "-\\d+-.*") && !value.matches(kind + "-" + tag + "-.*");
    }

    String code(Grant grant, String redirectUri, @Nullable String challenge, Instant expires) {
        var value = name("code");
        locked(() -> codes.put(value, new Code(grant, redirectUri, challenge, expires, name("family"))));
        return value;
    }

    /** Takes a code, which works once; a second time everything that came of it is revoked. */
    Code take(@Nullable String value, Instant now) throws OAuthRefusal {
        lint.add(foreign("code", value), "code-of-other-as");
        lock.lock();
        try {
            var code = value == null ? null : codes.get(value);
            if (code == null) {
                throw OAuthRefusal.of("invalid_grant", "no such code");
            }
            if (lint.add(!usedCodes.add(value), "code-replayed")) {
                revoked.add(code.family());
                throw OAuthRefusal.of("invalid_grant", "the code has been used");
            }
            if (now.isAfter(code.expires())) {
                throw OAuthRefusal.of("invalid_grant", "the code has expired");
            }
            return code;
        } finally {
            lock.unlock();
        }
    }

    Access access(Grant grant, Instant expires, String family, boolean honest) {
        var access = new Access(name("at"), grant, expires, family, honest);
        locked(() -> accesses.put(access.value(), access));
        return access;
    }

    Refresh refresh(Grant grant, String family) {
        var refresh = new Refresh(name("rt"), grant, family);
        locked(() -> refreshes.put(refresh.value(), refresh));
        return refresh;
    }

    /** Returns a refresh token that may be used; a spent one revokes its whole family. */
    Refresh refreshable(@Nullable String value) throws OAuthRefusal {
        lint.add(foreign("rt", value), "refresh-of-other-as");
        lock.lock();
        try {
            var refresh = value == null ? null : refreshes.get(value);
            if (refresh == null) {
                throw OAuthRefusal.of("invalid_grant", "no such refresh token");
            }
            if (spent.contains(value)) {
                throw reused(refresh);
            }
            if (revoked.contains(refresh.family())) {
                throw OAuthRefusal.of("invalid_grant", "the refresh token has been revoked");
            }
            return refresh;
        } finally {
            lock.unlock();
        }
    }

    private OAuthRefusal reused(Refresh refresh) {
        lint.add("refresh-reuse");
        reuses++;
        revoked.add(refresh.family());
        return OAuthRefusal.of("invalid_grant", "the refresh token has been used");
    }

    /** Replaces a refresh token by another. */
    Refresh rotate(Refresh refresh) throws OAuthRefusal {
        lock.lock();
        try {
            if (!spent.add(refresh.value())) {
                throw reused(refresh);
            }
        } finally {
            lock.unlock();
        }
        return refresh(refresh.grant(), refresh.family());
    }

    /** Returns an access token that is good at this time, null if it is not. */
    @Nullable
    Access find(String value, Instant now) {
        lock.lock();
        try {
            var access = accesses.get(value);
            return access == null || revoked.contains(access.family()) || now.isAfter(access.expires()) ? null : access;
        } finally {
            lock.unlock();
        }
    }

    /** Revokes a token: a refresh token with its family, an access token alone. */
    void revoke(String value) {
        locked(() -> {
            accesses.remove(value);
            var refresh = refreshes.get(value);
            if (refresh != null) {
                revoked.add(refresh.family());
            }
        });
    }

    void revokeAll() {
        locked(() -> {
            accesses.clear();
            refreshes.values().forEach(refresh -> revoked.add(refresh.family()));
        });
    }

    /** Ends the life of every access token now. */
    void expireAll() {
        locked(() -> accesses.replaceAll((value, access) -> new Access(
                value, access.grant(), Instant.MIN.plus(Duration.ofDays(1)), access.family(), access.honest())));
    }

    /** Lists every access token and refresh token ever given out and not forgotten. */
    List<String> tokens() {
        lock.lock();
        try {
            var all = new ArrayList<>(accesses.keySet());
            all.addAll(refreshes.keySet());
            return all;
        } finally {
            lock.unlock();
        }
    }

    int reuses() {
        lock.lock();
        try {
            return reuses;
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
