/**
 * The {@code fairlead} command: one class per verb that only holds what was typed, one that does the work, and printers.
 *
 * <p>Classes that hold what was typed mention neither JSON nor the client, so that {@code --help} starts without them.
 */
@NullMarked
package dev.fairlead.cli;

import org.jspecify.annotations.NullMarked;
