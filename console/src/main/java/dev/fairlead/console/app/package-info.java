/** Interfaces that servers bring along for their tools. */
@NullMarked
package dev.fairlead.console.app;

import org.jspecify.annotations.NullMarked;
