/** How a token is asked for, and what comes back. */
@NullMarked
package dev.fairlead.auth.token;

import org.jspecify.annotations.NullMarked;
