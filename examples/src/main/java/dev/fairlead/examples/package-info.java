/** Small programs that show one thing each. The build runs them. */
@NullMarked
package dev.fairlead.examples;

import org.jspecify.annotations.NullMarked;
