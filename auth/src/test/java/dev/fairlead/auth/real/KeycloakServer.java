package dev.fairlead.auth.real;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands the one Keycloak to all tests that want it: the first starts it, and it ends after the last. */
final class KeycloakServer implements ParameterResolver {
    private static final ExtensionContext.Namespace PLACE = ExtensionContext.Namespace.create(KeycloakServer.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Keycloak.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(PLACE)
                .computeIfAbsent(Keycloak.class, key -> Keycloak.start(), Keycloak.class);
    }
}
