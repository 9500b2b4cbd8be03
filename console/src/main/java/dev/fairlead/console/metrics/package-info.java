/** How often, how fast and how well servers were called. */
@NullMarked
package dev.fairlead.console.metrics;

import org.jspecify.annotations.NullMarked;
