/** The ten policies by which nothing happens that nobody allowed, as they are on this machine. */
@NullMarked
package dev.fairlead.console.policy;

import org.jspecify.annotations.NullMarked;
