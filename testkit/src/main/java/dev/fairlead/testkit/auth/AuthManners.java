package dev.fairlead.testkit.auth;

import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What an {@link AuthServer} makes of the freedom that it has. May change at any time. */
final class AuthManners {
    /** Who must log in. */
    record Login(String user, String password) {}

    /** How people answer who do not consent. */
    record Denial(String error, String description) {}

    volatile Set<WellKnown> places = EnumSet.allOf(WellKnown.class);
    volatile boolean issuerParameter = true;
    volatile boolean registration = true;
    volatile @Nullable Boolean secrets;
    volatile boolean clientDocuments;
    volatile List<String> methods = List.of("none", "client_secret_basic", "client_secret_post", "private_key_jwt");
    volatile List<String> scopes = List.of();
    volatile UnaryOperator<Set<String>> granting = UnaryOperator.identity();
    volatile Duration accessLifetime = Duration.ofHours(1);
    volatile Duration codeLifetime = Duration.ofMinutes(1);
    volatile boolean refreshTokens = true;
    volatile boolean rotating = true;
    volatile boolean resourceRequired = true;
    volatile Dpop dpop = Dpop.OFF;
    volatile @Nullable Login login;
    volatile @Nullable Denial denial;
    volatile Consumer<ObjectNode> metadata = honest -> {};
    volatile InstantSource clock = InstantSource.system();
}
