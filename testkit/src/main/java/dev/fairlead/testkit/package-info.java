/** Servers to test a client with: a well-behaved one of both eras, and a hostile one. */
@NullMarked
package dev.fairlead.testkit;

import org.jspecify.annotations.NullMarked;
