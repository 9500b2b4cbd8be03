/** Measures Fairlead beside the bare pipe and beside the official SDK, in one run. */
@NullMarked
package dev.fairlead.bench;

import org.jspecify.annotations.NullMarked;
