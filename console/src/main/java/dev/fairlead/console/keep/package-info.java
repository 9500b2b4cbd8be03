/** What outlasts the console, in files of its owner. */
@NullMarked
package dev.fairlead.console.keep;

import org.jspecify.annotations.NullMarked;
