/** A verb about what may be called. */
@NullMarked
package dev.fairlead.cli.policy;

import org.jspecify.annotations.NullMarked;
