/**
 * The {@code fairlead} command: where it begins. Each package below has some of its verbs, with one class per verb that
 * only holds what was typed, one that does the work, and one that tells what came of it.
 */
@NullMarked
package dev.fairlead.cli;

import org.jspecify.annotations.NullMarked;
