/**
 * The verb in which all other verbs can be typed, line by line, at servers that stay connected.
 */
@NullMarked
package dev.fairlead.cli.shell;

import org.jspecify.annotations.NullMarked;
