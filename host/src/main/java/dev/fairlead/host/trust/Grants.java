package dev.fairlead.host.trust;

import dev.fairlead.host.trust.Grant.Decision;
import dev.fairlead.host.trust.Ruling.Kind;
import dev.fairlead.store.Store;
import dev.fairlead.store.Store.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The standing decisions: asked, allowed or denied, for one call, for this session or for good.
 *
 * <p>Permission for a tool holds for the very definition that was allowed; another definition has no permission.
 * Permission for all tools of a server holds for what is started, or reached, under its name at that time. A denial holds whatever changes, is stronger than any permission, and has to be revoked before one is given; one of the
 * host binds everybody. What a server says about its tools widens nothing.
 */
public final class Grants {
    private static final String KIND = "grant";

    private final Store store;
    private final AuditLog audit;
    private final BiPredicate<String, String> readsOnly;
    private final UnaryOperator<String> identities;
    private final ReentrantLock deciding = new ReentrantLock(); // so that no denial comes between looking and writing
    private final ConcurrentMap<Subject, Grant> session = new ConcurrentHashMap<>();
    private final ConcurrentMap<Subject, Grant> once = new ConcurrentHashMap<>();

    /**
     * Keeps decisions for good in a store and others in memory.
     *
     * @param readsOnly which tools, by server and name, are known to change nothing; not what the server claims
     * @param identities what a server of a name is now, such as a hash of what is started; empty for one that is not known
     */
    public Grants(
            Store store, AuditLog audit, BiPredicate<String, String> readsOnly, UnaryOperator<String> identities) {
        this.identities = identities;
        this.store = store;
        this.audit = audit;
        this.readsOnly = readsOnly;
    }

    /** Returns what a server is now; permission for all its tools holds as long as that is the same. */
    public String identity(String server) {
        return identities.apply(server);
    }

    /** Tells whether a decision counts now: what was allowed to another server of the same name does not. */
    public boolean holds(Grant grant) {
        return grant.decision() != Decision.ALLOW
                || grant.subject().tool() != null
                || grant.allows(identity(grant.subject().server()));
    }

    /** Tells whether this tool may be allowed for good without a confirmation. */
    public boolean mayBeAllowedForGood(String server, String tool) {
        return readsOnly.test(server, tool);
    }

    /**
     * Allows a definition of a tool.
     *
     * @param confirmed whether the person confirmed separately that this is for good, which tools need that are not
     *     known to change nothing
     * @return false if it is denied, which has to be revoked first
     */
    public boolean allow(
            @Nullable String principal, String server, ToolDefinition definition, Scope scope, boolean confirmed) {
        return keep(permission(principal, server, definition, scope, confirmed));
    }

    private Grant permission(
            @Nullable String principal, String server, ToolDefinition definition, Scope scope, boolean confirmed) {
        if (scope == Scope.ALWAYS && !confirmed && !mayBeAllowedForGood(server, definition.name())) {
            throw new IllegalArgumentException(
                    "%s is not known to change nothing; allowing it for good needs a confirmation"
                            .formatted(new Subject(principal, server, definition.name())));
        }
        var subject = new Subject(principal, server, definition.name());
        return new Grant(subject, Decision.ALLOW, scope, definition.hash());
    }

    /**
     * Allows all tools of a server, each as it is defined when it is first used.
     *
     * @param confirmed whether the person confirmed separately that this is for good
     * @return false if it is denied, which has to be revoked first
     */
    public boolean allowServer(@Nullable String principal, String server, Scope scope, boolean confirmed) {
        return allowServer(principal, server, identity(server), scope, confirmed);
    }

    private boolean allowServer(
            @Nullable String principal, String server, String serverIs, Scope scope, boolean confirmed) {
        if (scope == Scope.ALWAYS && !confirmed) {
            throw new IllegalArgumentException(
                    "allowing all tools of server '%s' for good needs a confirmation".formatted(Visible.plain(server)));
        }
        var subject = lasting(new Subject(principal, server, null), scope);
        return keep(new Grant(subject, Decision.ALLOW, scope, serverIs));
    }

    /**
     * Allows the tool that somebody was asked about, as {@link #allow} does.
     *
     * @return false also if the server is no longer what it was when it was asked
     */
    public boolean allow(ApprovalRequest request, Scope scope, boolean confirmed) {
        return allow(request, scope, confirmed, () -> true);
    }

    /**
     * Allows it unless nobody wants that any more when its turn comes: whoever takes back what was decided, once it is not
     * wanted, takes this back too, or it is never kept.
     */
    boolean allow(ApprovalRequest request, Scope scope, boolean confirmed, BooleanSupplier wanted) {
        return stillIs(request)
                && keep(
                        permission(request.principal(), request.server(), request.definition(), scope, confirmed),
                        wanted);
    }

    /**
     * Allows all tools of the server that somebody was asked about, as {@link #allowServer} does.
     *
     * @return false also if the server is no longer what it was when it was asked
     */
    public boolean allowServer(ApprovalRequest request, Scope scope, boolean confirmed) {
        return stillIs(request)
                && allowServer(request.principal(), request.server(), request.serverIs(), scope, confirmed);
    }

    /** Tells whether a server is what it was when somebody was asked. */
    boolean stillIs(ApprovalRequest request) {
        return identity(request.server()).equals(request.serverIs());
    }

    /** Denies a tool, or all of a server. */
    public void deny(Subject subject, Scope scope) {
        boolean ignored =
                keep(new Grant(subject.tool() == null ? lasting(subject, scope) : subject, Decision.DENY, scope, null));
    }

    /**
     * Has somebody asked at every call of a tool, or of any of a server.
     *
     * @return false if it is denied, which has to be revoked first
     */
    public boolean ask(Subject subject, Scope scope) {
        return keep(new Grant(lasting(subject, scope), Decision.ASK, scope, null));
    }

    /** Takes every decision back that was made about just this subject. */
    public void revoke(Subject subject) {
        deciding.lock();
        try {
            once.remove(subject);
            session.remove(subject);
            var key = subject.key(KIND);
            var entry = store.read(key);
            while (entry.isPresent() && !store.replace(key, entry.get().version(), null)) {
                entry = store.read(key);
            }
        } finally {
            deciding.unlock();
        }
        audit.record(AuditRecord.policy(subject, "revoked"));
    }

    /** Takes back whatever was allowed of a server and its tools, which is gone or something else now; tells how much. */
    int revokeAllowed(@Nullable String principal, String server) {
        var allowed = list(principal).stream()
                .filter(grant -> grant.decision() == Decision.ALLOW
                        && grant.subject().server().equals(server))
                .map(Grant::subject)
                .distinct()
                .toList();
        allowed.forEach(this::revoke);
        return allowed.size();
    }

    /** Lists the decisions about somebody's calls; those of the host for null. */
    public List<Grant> list(@Nullable String principal) {
        var grants = new ArrayList<Grant>();
        for (var key : store.keys(KIND + "/" + Subject.who(principal) + "/")) {
            store.read(key).ifPresent(entry -> grants.add(Grant.from(principal, key, entry.value())));
        }
        Stream.of(session, once)
                .flatMap(map -> map.values().stream())
                .filter(grant -> Objects.equals(grant.subject().principal(), principal))
                .forEach(grants::add);
        grants.sort(Comparator.comparing((Grant grant) -> grant.subject().toString())
                .thenComparing(Grant::scope));
        return List.copyOf(grants);
    }

    /** Returns what all decisions say about a call, except those for one call. */
    Ruling ruling(Subject subject, String hash) {
        var tool = layers(subject);
        var server = layers(subject.wholeServer());
        if (Stream.of(tool, server).flatMap(List::stream).anyMatch(Grant::denies) || deniedByHost(subject)) {
            return new Ruling(Kind.DENIED, false);
        }
        boolean voided = false;
        for (var grant : tool) {
            if (grant.decision() == Decision.ASK) {
                return new Ruling(Kind.ASK, voided, true);
            }
            if (grant.allows(hash)) {
                return new Ruling(Kind.GRANTED, false);
            }
            voided = true;
        }
        for (var grant : server) {
            if (grant.decision() == Decision.ASK) {
                return new Ruling(Kind.ASK, voided);
            }
            if (grant.allows(identity(subject.server()))) {
                return new Ruling(Kind.TRUSTED, voided);
            }
        }
        return new Ruling(Kind.NONE, voided);
    }

    /** Uses up the permission for one call of this definition; true for one caller only. */
    boolean takeAllowed(Subject subject, String hash) {
        var grant = once.get(subject);
        return grant != null && grant.allows(hash) && once.remove(subject, grant);
    }

    /** Uses up the denial of one call; true for one caller only. */
    boolean takeDenied(Subject subject) {
        var grant = once.get(subject);
        return grant != null && grant.denies() && once.remove(subject, grant);
    }

    private boolean deniedByHost(Subject subject) {
        if (subject.principal() == null) {
            return false;
        }
        var host = subject.as(null);
        return Stream.concat(layers(host).stream(), layers(host.wholeServer()).stream())
                .anyMatch(Grant::denies);
    }

    /** Forgets what was decided for the session of a person. */
    public void forgetSession(String person) {
        Stream.of(session, once)
                .forEach(decisions -> decisions.keySet().removeIf(subject -> person.equals(subject.principal())));
    }

    /** Returns the decisions about just this subject, that of the session first. */
    private List<Grant> layers(Subject subject) {
        var key = subject.key(KIND);
        var layers = new ArrayList<Grant>(2);
        var now = session.get(subject);
        if (now != null) {
            layers.add(now);
        }
        store.read(key).ifPresent(entry -> layers.add(Grant.from(subject.principal(), key, entry.value())));
        return layers;
    }

    private boolean keep(Grant grant) {
        return keep(grant, () -> true);
    }

    private boolean keep(Grant grant, BooleanSupplier wanted) {
        boolean kept;
        deciding.lock();
        try {
            kept = !denied(grant)
                    && wanted.getAsBoolean()
                    && switch (grant.scope()) {
                        case ONCE -> put(once, grant);
                        case SESSION -> put(session, grant);
                        case ALWAYS -> put(grant);
                    };
            if (kept && grant.scope() == Scope.ALWAYS) {
                session.remove(grant.subject()); // What the session decided, the newer decision replaces.
            }
        } finally {
            deciding.unlock();
        }
        if (kept) {
            audit.record(AuditRecord.decision(grant));
        }
        return kept;
    }

    /** Tells whether what is to be permitted is denied; then nothing may be kept that would outlast the denial. */
    private boolean denied(Grant grant) {
        return !grant.denies() && layers(grant.subject()).stream().anyMatch(Grant::denies);
    }

    private static boolean put(ConcurrentMap<Subject, Grant> grants, Grant grant) {
        var kept = grants.compute(
                grant.subject(), (key, old) -> old != null && old.denies() && !grant.denies() ? old : grant);
        return grant.equals(kept);
    }

    private boolean put(Grant grant) {
        var key = grant.subject().key(KIND);
        while (true) {
            var entry = store.read(key);
            boolean denied = entry.isPresent()
                    && !grant.denies()
                    && Grant.from(grant.subject().principal(), key, entry.get().value())
                            .denies();
            if (denied) {
                return false;
            }
            if (store.replace(key, entry.map(Entry::version).orElse(Entry.ABSENT), grant.toJson())) {
                return true;
            }
        }
    }

    private static Subject lasting(Subject subject, Scope scope) {
        if (scope == Scope.ONCE) {
            throw new IllegalArgumentException("a rule about %s lasts longer than one call".formatted(subject));
        }
        return subject;
    }
}
