/** Authorization against servers that others wrote: oidc-provider from npm, and Keycloak where the build asks for it. */
@NullMarked
package dev.fairlead.auth.real;

import org.jspecify.annotations.NullMarked;
