/** The verb that opens the web console. */
@NullMarked
package dev.fairlead.cli.console;

import org.jspecify.annotations.NullMarked;
