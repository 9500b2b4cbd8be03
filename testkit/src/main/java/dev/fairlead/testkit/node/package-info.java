/** Servers of others, as they are published on npm. */
@NullMarked
package dev.fairlead.testkit.node;

import org.jspecify.annotations.NullMarked;
