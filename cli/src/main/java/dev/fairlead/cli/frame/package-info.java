/**
 * What every verb is made of: what was typed, which server is meant, a visit to it, and what is printed of it.
 *
 * <p>Classes that hold what was typed mention neither JSON nor the client, so that {@code --help} starts without them.
 */
@NullMarked
package dev.fairlead.cli.frame;

import org.jspecify.annotations.NullMarked;
