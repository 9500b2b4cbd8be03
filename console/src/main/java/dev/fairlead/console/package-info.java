/** The local web console: starts it, and ends it. */
@NullMarked
package dev.fairlead.console;

import org.jspecify.annotations.NullMarked;
