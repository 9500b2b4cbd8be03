/** Installs the official conformance suite from npm, runs its scenarios one by one, and judges them strictly. */
@NullMarked
package dev.fairlead.conformance.suite;

import org.jspecify.annotations.NullMarked;
