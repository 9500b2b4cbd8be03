/** What went over the wires. */
@NullMarked
package dev.fairlead.console.traffic;

import org.jspecify.annotations.NullMarked;
