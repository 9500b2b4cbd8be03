package dev.fairlead.auth.real;

import dev.fairlead.testkit.real.NeedsNode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks tests against Keycloak, which run only where the build has fetched it: with the profile {@code keycloak}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("keycloak")
@Timeout(400)
@ExtendWith({NeedsNode.class, KeycloakServer.class})
@interface RealKeycloak {}
