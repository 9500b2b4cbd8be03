/** Verbs about a server itself: what it is, and whether it answers. */
@NullMarked
package dev.fairlead.cli.info;

import org.jspecify.annotations.NullMarked;
