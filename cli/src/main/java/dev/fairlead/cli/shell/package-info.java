/**
 * The verb in which all other verbs can be typed, line by line, at servers that stay connected.
 *
 * <p>Only {@link dev.fairlead.cli.shell.LineConsole} knows the library that reads lines, so that nothing else loads it.
 */
@NullMarked
package dev.fairlead.cli.shell;

import org.jspecify.annotations.NullMarked;
