/** Who grants authorization for a server, and how. */
@NullMarked
package dev.fairlead.auth.discovery;

import org.jspecify.annotations.NullMarked;
