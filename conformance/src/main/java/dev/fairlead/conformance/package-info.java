/** What the official conformance suite starts: one program that plays the scenario it is told, through the public API. */
@NullMarked
package dev.fairlead.conformance;

import org.jspecify.annotations.NullMarked;
