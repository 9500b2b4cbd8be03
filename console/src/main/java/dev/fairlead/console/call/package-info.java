/** Calls of tools, from the wish to the result. */
@NullMarked
package dev.fairlead.console.call;

import org.jspecify.annotations.NullMarked;
