/** Where tokens are kept. */
@NullMarked
package dev.fairlead.auth.store;

import org.jspecify.annotations.NullMarked;
