/** The tools, prompts and resources of all connected servers as one immutable value. */
@NullMarked
package dev.fairlead.host.catalog;

import org.jspecify.annotations.NullMarked;
