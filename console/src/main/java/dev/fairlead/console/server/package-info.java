/** The servers of the page, and how each of them stands. */
@NullMarked
package dev.fairlead.console.server;

import org.jspecify.annotations.NullMarked;
