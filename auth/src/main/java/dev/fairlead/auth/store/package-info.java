/** The store in a file that tokens are kept in, and the keys that encrypt it. */
@NullMarked
package dev.fairlead.auth.store;

import org.jspecify.annotations.NullMarked;
