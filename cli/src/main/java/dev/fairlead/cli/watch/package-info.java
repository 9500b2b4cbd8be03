/** The verb that shows what happens at a server while it happens. */
@NullMarked
package dev.fairlead.cli.watch;

import org.jspecify.annotations.NullMarked;
