/** Lines that a person types in the terminal: edited, remembered, completed, and cancelled with Ctrl-C. */
@NullMarked
package dev.fairlead.cli.line;

import org.jspecify.annotations.NullMarked;
